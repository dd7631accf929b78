//! A document with every kind of block, for the tests of all renderings.

use crate::format::Quantity;
use crate::model::*;

/// Returns a document with every kind of block, in which each string is the same text.
pub(crate) fn every_block(text: &str) -> Document {
    let axis = Axis {
        label: text.into(),
        quantity: Quantity::Unit(text.into()),
        scale: Scale::Linear,
    };
    let table = Table::new([Column::left(text).unit(text), Column::right(text)])
        .title(text)
        .caption(text)
        .row([text, text])
        .highlighted_row([text]);
    Document::new(text)
        .subtitle(text)
        .heading(text)
        .text(text)
        .with(Verdict::unknown(text).line(text))
        .with(Facts::new().fact(text, text).fact("key", text))
        .with(table)
        .with(
            Plot::new(text, Axis::category(text, [text]), axis)
                .caption(text)
                .series(Series::new(text, Kind::Bars, [Point::new(0.0, 1.0)]))
                .series(Series::new(text, Kind::Bars, [Point::new(0.0, 2.0)]))
                .reference(text, 1.5),
        )
        .with(
            Plot::new(text, Axis::linear(text, Quantity::Ratio), Axis::category(text, [text]))
                .caption(text)
                .series(Series::new(text, Kind::Points, [Point::new(1.0, 0.0).within(0.5, 2.0)]))
                .reference(text, 1.5),
        )
        .with(
            HeatMap::new(
                text,
                Factor::new(text, [text, "b"]),
                Factor::new(text, [text]),
                Axis::linear(text, Quantity::Ratio),
            )
            .caption(text)
            .noted_cell(0, 0, 1.0, text)
            .mark(0, 0, text),
        )
        .with(Timeline {
            title: text.into(),
            caption: Some(text.into()),
            axis: text.into(),
            until: 2.0,
            parts: vec![text.into()],
            lanes: vec![text.into(), text.into()],
            bars: vec![Bar {
                lane: 0,
                from: 0.0,
                to: 1.0,
                label: text.into(),
                details: text.into(),
                shares: vec![1.0],
                failed: true,
            }],
            links: vec![Link {
                from_lane: 0,
                to_lane: 1,
                from: 0.0,
                to: 1.0,
                lines: vec![text.into()],
                details: text.into(),
            }],
        })
        .with(Code::plain(text).caption(text))
        .with(Code::shell(text))
        .with(vec![Note::info(text), Note::warning(text)])
}
