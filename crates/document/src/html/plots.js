// Draws every figure of the page in the colours of its style sheet, again
// when the theme changes, and for paper while the page is printed.
"use strict";
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const narrow = matchMedia("(max-width: 36rem)");
  const touch = matchMedia("(pointer: coarse)").matches;
  const colours = 6;
  const paper = 680; // pixels between the margins of a printed page

  const figures = [...document.querySelectorAll("script[data-plot]")].map((data) => ({
    place: document.getElementById(data.dataset.plot),
    ...JSON.parse(data.textContent),
  }));
  const config = {
    displaylogo: false,
    modeBarButtonsToRemove: ["select2d", "lasso2d", "autoScale2d"],
    responsive: true,
    typesetMath: false,
  };

  const style = () => {
    const computed = getComputedStyle(root);
    const value = (name) => computed.getPropertyValue(name).trim();
    return {
      font: getComputedStyle(document.body).fontFamily,
      ink: value("--ink"),
      faint: value("--faint"),
      line: value("--line"),
      grid: value("--grid"),
      page: value("--page"),
      mark: value("--mark"),
      series: Array.from({ length: colours }, (_, index) => value(`--series-${index + 1}`)),
    };
  };

  const trace = (plain, css) => {
    const color = css.series[plain.meta % colours];
    const coloured = { ...plain, marker: { ...plain.marker, color } };
    if (plain.line) coloured.line = { ...plain.line, color };
    if (plain.fill) coloured.fillcolor = `${color}33`;
    for (const bars of ["error_x", "error_y"]) {
      if (plain[bars]) {
        coloured[bars] = { ...plain[bars], color: plain.type === "bar" ? css.ink : color };
      }
    }
    return coloured;
  };

  const axis = (plain, css) => ({
    ...plain,
    title: { ...plain.title, font: { color: css.faint } },
    gridcolor: css.grid,
    showline: true,
    linecolor: css.line,
    tickfont: { color: css.faint },
  });

  const layout = (plain, css) => ({
    ...plain,
    font: { family: css.font, size: 13, color: css.ink },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    xaxis: axis(plain.xaxis, css),
    yaxis: axis(plain.yaxis, css),
    shapes: plain.shapes.map((shape) => ({
      ...shape,
      line: { ...shape.line, color: css.mark },
    })),
    hoverlabel: {
      bgcolor: css.page,
      bordercolor: css.line,
      font: { family: css.font, color: css.ink },
      align: "left",
    },
    modebar: { bgcolor: "rgba(0,0,0,0)", color: css.faint, activecolor: css.ink },
    dragmode: touch ? false : "zoom",
  });

  const draw = (size) => {
    const css = style();
    for (const { place, data, layout: wide, narrow: changes, height } of figures) {
      const plain = narrow.matches && size.autosize
        ? { ...wide, ...changes, yaxis: { ...wide.yaxis, ...changes?.yaxis } }
        : wide;
      Plotly.react(
        place,
        data.map((series) => trace(series, css)),
        {
          ...layout(plain, css),
          ...size,
          ...(size.height && height ? { height } : null),
        },
        config,
      );
    }
  };

  draw({ autosize: true });
  for (const change of [dark, narrow]) {
    change.addEventListener("change", () => draw({ autosize: true }));
  }
  addEventListener("beforeprint", () => {
    root.dataset.theme = "light";
    draw({ autosize: false, width: paper, height: 340 });
  });
  addEventListener("afterprint", () => {
    delete root.dataset.theme;
    draw({ autosize: true, width: undefined, height: undefined });
  });
})();
