/**
 * The script of a link's page: lets the user draw a signature on a canvas and sends it with the form as a PNG. Without the script, the user
 * types the signature. The canvas is at most 1200 pixels wide, about 20 KB as a PNG. The canvas keeps its size when the user rotates the
 * device, so the script scales pointer positions to this size.
 */
export const PAGE_SCRIPT = `
for (const pad of document.querySelectorAll(".signature")) {
  const canvas = pad.querySelector("canvas"), sent = pad.querySelector("input"), pen = canvas.getContext("2d");
  pad.hidden = false;
  const scale = Math.min(2, 1200 / canvas.clientWidth);
  canvas.width = Math.round(canvas.clientWidth * scale);
  canvas.height = Math.round(canvas.clientHeight * scale);
  pen.lineWidth = 2.2 * scale;
  pen.lineCap = pen.lineJoin = "round";
  let drawn = false, last = null;
  const at = (event) => [
    event.offsetX * canvas.width / canvas.clientWidth,
    event.offsetY * canvas.height / canvas.clientHeight,
  ];
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    last = at(event);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (last === null) return;
    pen.beginPath();
    pen.moveTo(...last);
    last = at(event);
    pen.lineTo(...last);
    pen.stroke();
    drawn = true;
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => { last = null; });
  pad.querySelector("button").addEventListener("click", () => {
    pen.clearRect(0, 0, canvas.width, canvas.height);
    drawn = false;
  });
  pad.closest("form").addEventListener("submit", () => { sent.value = drawn ? canvas.toDataURL("image/png") : ""; });
}
`;
