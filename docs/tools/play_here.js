// Puts a game's page in the place of the button that was pressed; nothing of it is loaded before.
// Opened from a disk, the site has no such buttons, since browsers load no modules from there.

for (const part of document.querySelectorAll(".play-here")) {
  part.hidden = !location.protocol.startsWith("http");
  const button = part.querySelector("button");
  button.addEventListener("click", () => {
    const frame = document.createElement("iframe");
    Object.assign(frame, { src: part.dataset.page, title: button.textContent, allow: "fullscreen" });
    Object.assign(frame.style, { width: "100%", aspectRatio: "16 / 11", border: "0" });
    button.replaceWith(frame);
    frame.focus();
  });
}
