"""Learning of the values and the weights by which bots play.

`data` plays games and writes down the features of their turns; `fit` finds the weights of the
network of `bots.value` and says how well they predict games that were held out::

    game = ducato.load("chess", 2)
    positions = collect([game], greedy_weights(game.game), 5000, every=2)
    fitted = fit(positions)
    fitted.scores[0].log_loss

The matrices are small: on a busy machine, the environment variable ``OPENBLAS_NUM_THREADS=1`` makes
a fit many times as fast, since threads of NumPy wait for each other.
"""
