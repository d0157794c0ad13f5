// Finds the text with the least contrast, from the colours that the browser computes.
() => {
  const parts = (colour) => {
    const [red, green, blue, alpha = 1] = colour.match(/[\d.]+/g).map(Number);
    return [[red, green, blue], alpha];
  };
  const blend = (colour, opacity, ground) => {
    const [above, alpha] = parts(colour);
    return above.map((part, i) => alpha * opacity * part + (1 - alpha * opacity) * ground[i]);
  };
  const luminance = (colour) => [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => {
    const share = colour[i] / 255;
    return sum + weight * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
  }, 0);
  const contrast = (one, other) => {
    const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const groundOf = (element) => {
    const above = element.parentElement ? groundOf(element.parentElement) : [255, 255, 255];
    return blend(getComputedStyle(element).backgroundColor, 1, above);
  };
  const opacityOf = (element) => (element ? getComputedStyle(element).opacity * opacityOf(element.parentElement) : 1);
  window.worstOnBoard = () => { // of digits, candidates and signs
    const svg = document.querySelector(".nonet-paper svg");
    const found = [];
    const painted = [];
    for (const element of svg.querySelectorAll("rect, circle, path, polyline, text")) {
      const style = getComputedStyle(element);
      const { x, y, width, height } = element.getBBox();
      const edge = style.stroke === "none" ? 0 : parseFloat(style.strokeWidth);
      const isEdge = element.tagName === "text" && edge >= 2; // a wide edge hides everything below
      if (isEdge && style.paintOrder === "stroke") {
        const ground = blend(style.stroke, style.strokeOpacity, [0, 0, 0]);
        found.push([contrast(blend(style.fill, style.fillOpacity, ground), ground), element.textContent]);
        continue;
      }
      if (element.tagName !== "text" || isEdge) {
        const isNear = (point) => point.x > x - edge && point.x < x + width + edge && point.y > y - edge && point.y < y + height + edge;
        painted.push([element, style, isNear, isEdge]);
        continue;
      }
      for (const [across, down] of [[0.5, 0.5], [0.2, 0.3], [0.8, 0.3], [0.2, 0.7], [0.8, 0.7]]) {
        const point = new DOMPoint(x + across * width, y + down * height);
        let ground = [255, 255, 255];
        for (const [shape, look, isNear, isEdge] of painted) {
          if (!isNear(point)) continue;
          if (isEdge) ground = blend(look.stroke, look.strokeOpacity, ground);
          else if (look.fill !== "none" && shape.isPointInFill(point)) ground = blend(look.fill, look.fillOpacity, ground);
          if (!isEdge && look.stroke !== "none" && shape.isPointInStroke(point)) ground = blend(look.stroke, look.strokeOpacity, ground);
        }
        found.push([contrast(blend(style.fill, style.fillOpacity, ground), ground), element.textContent]);
      }
    }
    return found.sort(([one], [other]) => one - other)[0];
  };
  window.worstOnPage = () => { // of words beside the board
    const found = [];
    for (const element of document.querySelectorAll("body *:not(svg, svg *, [type=checkbox], [type=range], :disabled)")) {
      const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (!(says || element.value || element.placeholder) || !element.checkVisibility({ visibilityProperty: true })) continue;
      const style = getComputedStyle(element, element.placeholder && !element.value ? "::placeholder" : null);
      const ground = groundOf(element);
      const opacity = opacityOf(element) * (element.placeholder ? style.opacity : 1);
      found.push([contrast(blend(style.color, opacity, ground), ground), element.outerHTML.slice(0, 90)]);
    }
    return found.sort(([one], [other]) => one - other)[0];
  };
}
