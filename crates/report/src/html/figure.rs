//! Converts a plot to traces and a layout of plotly.js, as JSON.
//!
//! It contains no colours: the page's style sheet has them, and the script applies them, so that they follow the
//! reader's theme.

use serde_json::{Value, json};

use super::axis::{ScaledAxis, markup};
use super::numbers;
use crate::model::{Kind, Plot, Point, Scale, Series};

/// Marks and dashes distinguish series without colours.
const SYMBOLS: [&str; 6] = [
    "circle",
    "square",
    "diamond",
    "triangle-up",
    "x",
    "triangle-down",
];
const DASHES: [&str; 6] = ["solid", "solid", "solid", "dash", "dash", "dash"];

/// Returns the figure, in a form that is safe inside a script element.
pub(super) fn json(plot: &Plot) -> String {
    let points = || plot.series.iter().flat_map(|series| &series.points);
    let references = plot.references.iter().map(|reference| reference.y);
    let axes = Axes {
        x: ScaledAxis::of(&plot.x, points().map(|point| point.x)),
        y: ScaledAxis::of(&plot.y, points().map(|point| point.y).chain(references)),
    };
    let traces: Vec<Value> = plot
        .series
        .iter()
        .enumerate()
        .map(|(index, series)| axes.trace(plot, series, index))
        .collect();
    let figure = json!({ "data": traces, "layout": axes.layout(plot) });
    figure.to_string().replace('<', "\\u003c")
}

struct Axes {
    x: ScaledAxis,
    y: ScaledAxis,
}

impl Axes {
    fn trace(&self, plot: &Plot, series: &Series, index: usize) -> Value {
        let mut trace = json!({
            "type": if series.kind == Kind::Bars { "bar" } else { "scatter" },
            "name": markup(&series.name),
            "meta": index,
            "x": series.points.iter().map(|point| self.x.scaled(point.x)).collect::<Vec<_>>(),
            "y": series.points.iter().map(|point| self.y.scaled(point.y)).collect::<Vec<_>>(),
            "hovertext": series.points.iter().map(|p| hover(plot, series, p)).collect::<Vec<_>>(),
            "hoverinfo": "text",
            "showlegend": plot.series.len() > 1 || !plot.references.is_empty(),
        });
        if series.kind != Kind::Bars {
            trace["mode"] = json!(if series.kind == Kind::Points {
                "markers"
            } else {
                "lines+markers"
            });
            trace["line"] = json!({ "width": 2, "dash": DASHES[index % DASHES.len()] });
            trace["marker"] = json!({ "size": 8, "symbol": SYMBOLS[index % SYMBOLS.len()] });
        }
        if series.kind == Kind::Area {
            trace["fill"] = json!("tozeroy");
        }
        if series.points.iter().any(|point| point.interval.is_some()) {
            trace["error_y"] = self.error_bars(series);
        }
        trace
    }

    fn error_bars(&self, series: &Series) -> Value {
        let reach = |end: fn(&Point) -> Option<f64>| -> Vec<f64> {
            let ends = series
                .points
                .iter()
                .map(|point| (point.y, end(point).unwrap_or(point.y)));
            ends.map(|(y, end)| self.y.scaled((end - y).abs()))
                .collect()
        };
        json!({
            "type": "data",
            "symmetric": false,
            "array": reach(|point| point.interval.map(|(_, high)| high)),
            "arrayminus": reach(|point| point.interval.map(|(low, _)| low)),
            "thickness": 1.5,
            "width": 4,
        })
    }

    fn layout(&self, plot: &Plot) -> Value {
        let lines = plot.references.iter().map(|reference| {
            let y = self.y.scaled(reference.y);
            json!({
                "type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": y, "y1": y,
                "line": { "width": 2, "dash": "dot" },
                "name": markup(&numbers::reference(plot, reference)),
                "showlegend": true,
            })
        });
        let bars = plot
            .series
            .iter()
            .any(|series| matches!(series.kind, Kind::Bars | Kind::Area));
        let mut y = self.y.axis.clone();
        if bars || plot.y.scale == Scale::Linear {
            y["rangemode"] = json!("tozero");
        }
        json!({
            "xaxis": self.x.axis,
            "yaxis": y,
            "shapes": lines.collect::<Vec<_>>(),
            "barmode": "group",
            "hovermode": "closest",
            "hoverdistance": 40,
            "uirevision": true,
            "margin": { "l": 8, "r": 8, "t": 8, "b": 8 },
            "legend": {
                "orientation": "h", "x": 0, "xanchor": "left", "y": 1.02, "yanchor": "bottom",
            },
        })
    }
}

/// Returns the hover text of a point.
fn hover(plot: &Plot, series: &Series, point: &Point) -> String {
    let place = plot.x.show(point.x);
    let value = numbers::value(plot, point);
    format!(
        "<b>{}</b><br>{}: {}",
        markup(&series.name),
        markup(&place),
        markup(&value)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Quantity;
    use crate::model::Axis;

    #[test]
    fn a_series_becomes_a_trace_in_the_units_of_the_axes() {
        let plot = Plot::new(
            "Read",
            Axis::log2("Transfer", Quantity::Size),
            Axis::linear("Throughput", Quantity::Rate),
        )
        .series(Series::new(
            "direct",
            Kind::Line,
            [
                Point::new(4096.0, 1e8).within(9e7, 1.2e8),
                Point::new(8192.0, f64::NAN),
            ],
        ));
        let figure: Value = serde_json::from_str(&json(&plot)).expect("the figure is JSON");
        let trace = &figure["data"][0];
        assert_eq!(trace["y"], json!([100.0, null]));
        assert_eq!(trace["error_y"]["array"][0], json!(20.0));
        assert_eq!(
            trace["hovertext"][0],
            "<b>direct</b><br>4K: 100 MB/s (90.0 to 120 MB/s)"
        );
        assert_eq!(figure["layout"]["xaxis"]["ticktext"], json!(["4K", "8K"]));
        assert_eq!(
            figure["layout"]["yaxis"]["title"]["text"],
            "Throughput (MB/s)"
        );
    }
}
