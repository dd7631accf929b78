//! Converts a plot to traces and a layout of plotly.js, as JSON.
//!
//! It contains no colours: the page's style sheet has them, and the script applies them, so that they follow the
//! reader's theme.

use serde_json::{Value, json};

use super::axis::{ScaledAxis, markup};
use super::rows::Rows;
use crate::figures::plot as figures;
use crate::model::{Kind, Plot, Point, Scale, Series};

/// Marks and dashes distinguish series without colours.
const SYMBOLS: [&str; 6] = ["circle", "square", "diamond", "triangle-up", "x", "triangle-down"];
const DASHES: [&str; 6] = ["solid", "solid", "solid", "dash", "dash", "dash"];

/// Returns the figure, in a form that is safe inside a script element. Beside the traces and the layout it has the
/// properties of the layout in a narrow window, and the height on paper if it is not the usual one.
pub(super) fn json(plot: &Plot) -> String {
    let places = plot.series.iter().flat_map(|series| &series.points);
    let places = ScaledAxis::of(plot.places(), places.map(|point| plot.place_of(point)));
    let values = ScaledAxis::of(plot.values(), plot.all_values());
    let axes = Axes {
        horizontal: plot.is_horizontal(),
        places,
        values,
    };
    let traces: Vec<Value> = plot
        .series
        .iter()
        .enumerate()
        .map(|(index, series)| axes.trace(plot, series, index))
        .collect();
    let rows = Rows::of(plot);
    let figure = json!({
        "data": traces,
        "layout": axes.layout(plot),
        "narrow": rows.as_ref().map(Rows::narrow),
        "height": rows.as_ref().map(|rows| rows.heights().wide),
    });
    figure.to_string().replace('<', "\\u003c")
}

struct Axes {
    horizontal: bool,
    places: ScaledAxis,
    values: ScaledAxis,
}

impl Axes {
    /// Returns the names of the properties for places and for values.
    fn sides(&self) -> (&'static str, &'static str) {
        if self.horizontal { ("y", "x") } else { ("x", "y") }
    }

    fn trace(&self, plot: &Plot, series: &Series, index: usize) -> Value {
        let (place, value) = self.sides();
        let beside = beside(plot, series, index);
        let places = series.points.iter().map(|point| plot.place_of(point));
        let values = series.points.iter().map(|point| plot.value_of(point));
        let mut trace = json!({
            "type": if series.kind == Kind::Bars { "bar" } else { "scatter" },
            "name": markup(&series.name),
            "meta": index,
            "hovertext": series.points.iter().map(|p| hover(plot, series, p)).collect::<Vec<_>>(),
            "hoverinfo": "text",
            "showlegend": plot.series.len() > 1 || !plot.references.is_empty(),
        });
        trace[place] = places.map(|place| self.places.scaled(place) + beside).collect();
        trace[value] = values.map(|value| self.values.scaled(value)).collect();
        if series.kind == Kind::Bars {
            trace["orientation"] = json!(if self.horizontal { "h" } else { "v" });
        } else {
            trace["mode"] = json!(if series.kind == Kind::Points {
                "markers"
            } else {
                "lines+markers"
            });
            trace["line"] = json!({ "width": 2, "dash": DASHES[index % DASHES.len()] });
            trace["marker"] = json!({ "size": 8, "symbol": SYMBOLS[index % SYMBOLS.len()] });
        }
        if series.kind == Kind::Area {
            trace["fill"] = json!(format!("tozero{value}"));
        }
        if series.points.iter().any(|point| point.interval.is_some()) {
            trace[format!("error_{value}")] = self.error_bars(plot, series);
        }
        trace
    }

    /// Returns the lengths from the values to the ends of their intervals; an end on the wrong side has none.
    fn error_bars(&self, plot: &Plot, series: &Series) -> Value {
        let reach = |sign: f64, end: fn(&Point) -> Option<f64>| -> Vec<f64> {
            let lengths = series.points.iter().map(|point| {
                let value = plot.value_of(point);
                (sign * (end(point).unwrap_or(value) - value)).max(0.0)
            });
            lengths.map(|length| self.values.scaled(length)).collect()
        };
        json!({
            "type": "data",
            "symmetric": false,
            "array": reach(1.0, |point| point.interval.map(|(_, high)| high)),
            "arrayminus": reach(-1.0, |point| point.interval.map(|(low, _)| low)),
            "thickness": 1.5,
            "width": 4,
        })
    }

    fn layout(&self, plot: &Plot) -> Value {
        let (place, value) = self.sides();
        let lines = plot.references.iter().map(|reference| {
            let at = self.values.scaled(reference.value);
            let mut line = json!({
                "type": "line",
                "line": { "width": 2, "dash": "dot" },
                "name": markup(&figures::reference(plot, reference)),
                "showlegend": true,
            });
            line[format!("{place}ref")] = json!("paper");
            for (end, paper) in [(0, 0.0), (1, 1.0)] {
                line[format!("{place}{end}")] = json!(paper);
                line[format!("{value}{end}")] = json!(at);
            }
            line
        });
        let from_zero = |series: &Series| matches!(series.kind, Kind::Bars | Kind::Area);
        let mut values = self.values.axis.clone();
        let linear = plot.values().scale == Scale::Linear && !self.horizontal;
        if linear || plot.series.iter().any(from_zero) {
            values["rangemode"] = json!("tozero");
        }
        let mut places = self.places.axis.clone();
        if let Some(Value::Object(properties)) = Rows::of(plot).map(|rows| rows.beside()) {
            for (name, property) in properties {
                places[name] = property;
            }
        }
        let mut layout = json!({
            "shapes": lines.collect::<Vec<_>>(),
            "barmode": "group",
            "hovermode": "closest",
            "hoverdistance": 40,
            "uirevision": true,
            "margin": { "l": 8, "r": 8, "t": 8, "b": 8 },
            "legend": {
                "orientation": "h", "x": 0, "xanchor": "left", "y": 1.02, "yanchor": "bottom",
            },
        });
        layout[format!("{place}axis")] = places;
        layout[format!("{value}axis")] = values;
        layout
    }
}

/// The share of an upright category that its marks take.
const MARKS: f64 = 0.6;

/// Returns the distance of a series from its category: marks of several series are beside each other, and those of one
/// are over its bars.
fn beside(plot: &Plot, series: &Series, index: usize) -> f64 {
    if series.kind == Kind::Points && plot.places().is_category() {
        let is_of_marks = |series: &&Series| series.kind == Kind::Points;
        let count = plot.series.iter().filter(is_of_marks).count() as f64;
        let index = plot.series[..index].iter().filter(is_of_marks).count();
        let share = Rows::of(plot).map_or(MARKS, |rows| rows.marks());
        ((index as f64 + 0.5) / count - 0.5) * share
    } else {
        0.0
    }
}

/// Returns the hover text of a point.
fn hover(plot: &Plot, series: &Series, point: &Point) -> String {
    let place = plot.places().show(plot.place_of(point));
    let value = figures::value(plot, point);
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
            [Point::new(4096.0, 1e8).within(9e7, 1.2e8), Point::new(8192.0, f64::NAN)],
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
        assert_eq!(figure["layout"]["yaxis"]["title"]["text"], "Throughput (MB/s)");
    }

    #[test]
    fn the_marks_of_one_series_are_over_its_bars_and_those_of_several_beside_each_other() {
        let series = |kind| Series::new("a", kind, [Point::new(0.0, 1.0)]);
        let places = |kinds: &[Kind]| -> Vec<f64> {
            let plot = Plot::new(
                "Steps",
                Axis::category("Step", ["one"]),
                Axis::linear("Time", Quantity::Seconds),
            );
            let plot = kinds.iter().fold(plot, |plot, kind| plot.series(series(*kind)));
            let place = |(index, series)| beside(&plot, series, index);
            plot.series.iter().enumerate().map(place).collect()
        };
        assert_eq!(places(&[Kind::Bars, Kind::Points]), [0.0, 0.0]);
        let both = places(&[Kind::Bars, Kind::Points, Kind::Points]);
        assert!(both[0] == 0.0 && both[1] < 0.0 && both[1] == -both[2], "{both:?}");
    }

    #[test]
    fn an_end_on_the_wrong_side_has_no_bar() {
        let plot = Plot::new(
            "Read",
            Axis::linear("Run", Quantity::Count),
            Axis::linear("Ratio", Quantity::Ratio),
        )
        .series(Series::new(
            "direct",
            Kind::Points,
            [Point::new(1.0, 2.0).within(2.5, 3.0)],
        ));
        let figure: Value = serde_json::from_str(&json(&plot)).expect("the figure is JSON");
        let bars = &figure["data"][0]["error_y"];
        assert_eq!(bars["array"], json!([1.0]));
        assert_eq!(bars["arrayminus"], json!([0.0]));
    }

    #[test]
    fn intervals_are_horizontal_beside_categories() {
        let series = |name| {
            let point = Point::new(0.9, 0.0).within(0.8, 1.1);
            Series::new(name, Kind::Points, [point])
        };
        let plot = Plot::new(
            "Times",
            Axis::linear("Time", Quantity::Percent),
            Axis::category("Setting", ["direct"]),
        )
        .series(series("read"))
        .series(series("written"))
        .reference("baseline", 1.0);
        let figure: Value = serde_json::from_str(&json(&plot)).expect("the figure is JSON");
        let trace = &figure["data"][0];
        assert_eq!(trace["x"], json!([90.0]));
        let y = |index: usize| figure["data"][index]["y"][0].as_f64().expect("a place");
        assert!(y(0) < 0.0 && y(0) == -y(1), "{} {}", y(0), y(1));
        assert!(trace.get("error_y").is_none());
        let high = trace["error_x"]["array"][0].as_f64().expect("a length");
        assert!((high - 20.0).abs() < 1e-9, "{high}");
        assert_eq!(trace["hovertext"][0], "<b>read</b><br>direct: 90 % (80 to 110 %)");
        let shape = &figure["layout"]["shapes"][0];
        assert_eq!((&shape["x0"], &shape["yref"]), (&json!(100.0), &json!("paper")));
        assert!(figure["layout"]["xaxis"].get("rangemode").is_none());
    }
}
