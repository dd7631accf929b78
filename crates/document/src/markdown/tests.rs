use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag};

use super::*;
use crate::every_block::every_block;
use crate::format::Quantity;
use crate::model::{Axis, Column, Factor, HeatMap, Kind, Plot, Point, Series, Table};

#[test]
fn blocks_become_markdown() {
    let document = Document::new("Check of /data")
        .subtitle("on a machine")
        .with(Verdict::pass("fast enough").line("It feeds 16 cores."))
        .heading("Preflight")
        .with(Facts::new().fact("Device", "nvme0n1"))
        .text("One\nline.\n\nTwo.")
        .with(
            Table::new([Column::left("Method"), Column::right("Read").unit("MB/s")])
                .title("Throughput")
                .caption("Cold.")
                .row(["a|b"])
                .highlighted_row(["direct", "2,096"]),
        )
        .with(Code::shell("fio --bs=1M\n").caption("fio"))
        .with(Code::plain("````"))
        .with(vec![Note::info("well"), Note::warning("beware")]);
    insta::assert_snapshot!(render(&document));
}

#[test]
fn drawings_become_the_tables_of_their_figures() {
    let plot = Plot::new(
        "Times",
        Axis::linear("Time", Quantity::Percent),
        Axis::category("Setting", ["direct"]),
    )
    .series(Series::new(
        "read",
        Kind::Points,
        [Point::new(0.973, 0.0).within(0.95, 1.01)],
    ))
    .reference("baseline", 1.0)
    .caption("Medians.");
    let map = HeatMap::new(
        "Throughput",
        Factor::new("Page", ["8K", "64K"]),
        Factor::new("Buffers", ["1"]),
        Axis::linear("Read", Quantity::Rate),
    )
    .cell(1, 0, 1.25e9)
    .mark(1, 0, "recommended");
    let document = Document::new("")
        .with(plot)
        .with(map)
        .heading("Timeline")
        .with(crate::model::Timeline::default());
    insta::assert_snapshot!(render(&document));
}

/// The extensions of GFM.
const GFM: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_MATH)
    .union(Options::ENABLE_GFM);

/// Returns the elements of a page that no block becomes.
fn elements(page: &str) -> Vec<String> {
    let is_ours = |event: &Event| match event {
        Event::Text(_) | Event::End(_) => true,
        Event::Start(tag) => matches!(
            tag,
            Tag::Paragraph
                | Tag::Heading { .. }
                | Tag::List(None)
                | Tag::Item
                | Tag::Strong
                | Tag::Table(_)
                | Tag::TableHead
                | Tag::TableRow
                | Tag::TableCell
                | Tag::CodeBlock(_)
        ),
        _ => false,
    };
    Parser::new_ext(page, GFM)
        .filter(|event| !is_ours(event))
        .map(|event| format!("{event:?}"))
        .collect()
}

/// Returns the number of cells of tables, items of lists and other parts of a page.
fn parts(page: &str) -> usize {
    Parser::new_ext(page, GFM)
        .filter(|event| matches!(event, Event::Start(_)))
        .count()
}

proptest! {
    #[test]
    fn every_text_is_shown_as_it_is(
        text in "[!-~]{0,12}|(\\PC| |[-#*_`~|<>&:.!\\[\\]()\\\\=+$1w]){0,40}",
    ) {
        let document = clean::document(&Document::new("").text(text));
        let page = render(&document);
        let [Block::Text(text)] = &document.blocks[..] else {
            panic!("a text stays a text");
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let shown: String = Parser::new_ext(&page, GFM)
            .map(|event| match event {
                Event::Text(text) => text.into_string(),
                Event::Start(Tag::Paragraph) | Event::End(_) => String::new(),
                other => format!("{other:?}"),
            })
            .collect();
        prop_assert_eq!(shown, words.join(" "), "{}", page);
    }

    #[test]
    fn no_text_becomes_an_element(text in "[!-~]{1,12}|(\\PC| |[-#*_`~|<>&:.!\\[\\]()\\\\=+$1w]){1,40}") {
        let page = render(&every_block(&text));
        let found = elements(&page);
        prop_assert!(found.is_empty(), "{found:?} in {page}");
        if clean::line(&text).trim().is_empty() {
            return Ok(());
        }
        prop_assert_eq!(parts(&page), parts(&render(&every_block("x"))), "{}", page);
    }
}
