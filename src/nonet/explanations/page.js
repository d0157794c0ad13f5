const figures = [...document.querySelectorAll("#board figure")];
const lines = [...document.querySelectorAll("li")];
let at = 0;

function show(step) {
  at = Math.max(0, Math.min(step, figures.length - 1));
  figures.forEach((figure, number) => figure.classList.toggle("shown", number === at));
  lines.forEach((line, number) => line.classList.toggle("shown", number === at));
  lines[at].scrollIntoView({ block: "nearest" });
  document.querySelector("#place").textContent = `${at + 1} of ${figures.length}`;
}

document.querySelector("#previous").addEventListener("click", () => show(at - 1));
document.querySelector("#next").addEventListener("click", () => show(at + 1));
lines.forEach((line, number) => line.addEventListener("click", () => show(number)));
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowLeft") show(at - 1);
  if (event.key === "ArrowRight") show(at + 1);
});
show(0);
