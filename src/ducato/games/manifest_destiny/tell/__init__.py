from ducato.core.messages import Refusal, say


def why_not(state, edition, action):
    return Refusal(say("title"), "1")
