use proptest::prelude::*;

use super::page::width_of;
use super::{TextOptions, render};
use crate::every_block::every_block;
use crate::format::Quantity;
use crate::model::*;

fn plain(document: &Document) -> String {
    render(document, &TextOptions::default())
}

#[test]
fn a_verdict_leads_and_its_lines_stand_beneath() {
    let document = Document::new("Check of /data").subtitle("on a machine").with(
        Verdict::fail("71 MB/s per core, 100 required")
            .line("The device is the limit: it gives 1,140 MB/s however many streams ask for it at once.")
            .line("It feeds 11 of 16 cores."),
    );
    insta::assert_snapshot!(plain(&document), @r"
    Check of /data
    ==============
    on a machine

    FAIL  71 MB/s per core, 100 required
          The device is the limit: it gives 1,140 MB/s however many streams ask for
          it at once.
          It feeds 11 of 16 cores.
    ");
}

#[test]
fn blocks_stand_apart_and_headings_lead_theirs() {
    let document = Document::new("")
        .heading("Preflight")
        .with(
            Facts::new()
                .fact("Device", "nvme0n1, 2 TiB")
                .fact(
                    "File system",
                    "xfs, mounted with rw,noatime,attr2,inode64,logbufs=8,logbsize=32k,noquota",
                )
                .fact("A key far longer than a third of the whole page", "its value"),
        )
        .text("A first paragraph.\n\nA second one.")
        .with(vec![
            Note::info("all is well"),
            Note::warning(
                "others used the device meanwhile: 12 MB/s were read and 3 MB/s written before the check began",
            ),
        ]);
    insta::assert_snapshot!(plain(&document), @r"
    Preflight
    ---------
    Device                      nvme0n1, 2 TiB
    File system                 xfs, mounted with rw,noatime,attr2,inode64,
                                logbufs=8,logbsize=32k,noquota
    A key far longer than a third of the whole page
                                its value

    A first paragraph.

    A second one.

    note: all is well
    warning: others used the device meanwhile: 12 MB/s were read and 3 MB/s written
             before the check began
    ");
}

#[test]
fn tables_align_and_mark_the_row_to_look_at() {
    let table = Table::new([
        Column::left("Method"),
        Column::right("Page"),
        Column::right("Read").unit("MB/s"),
        Column::left("Remark"),
    ])
    .title("Throughput")
    .caption("Cold, medians of 5 repeats.")
    .row([
        "cached",
        "8K",
        "402",
        "one page a call, as the discipline says, and so the slowest of all of them",
    ])
    .highlighted_row(["direct", "64K", "1,820", ""])
    .row(["unbuffered", "1M"]);
    insta::assert_snapshot!(plain(&Document::new("").with(table)), @r"
    Throughput
      Method      Page   Read  Remark
                         MB/s
    --------------------------------------------------------------------------------
      cached        8K    402  one page a call, as the discipline says, and so the
                               slowest of all of them
    > direct       64K  1,820
      unbuffered    1M

    Cold, medians of 5 repeats.
    ");
}

#[test]
fn a_table_with_more_columns_than_fit_becomes_records() {
    let mut table = Table::new((0..40).map(|index| Column::right(format!("c{index}")).unit("s")));
    table.push((0..40).map(|index| index.to_string()), false);
    let shown = plain(&Document::new("").with(table));
    assert!(shown.starts_with("c0, s: 0\nc1, s: 1\n"), "{shown}");
}

#[test]
fn bars_are_drawn_and_other_plots_left_out() {
    let axes = || {
        (
            Axis::category("Method", ["cached", "direct"]),
            Axis::linear("Read", Quantity::Rate),
        )
    };
    let points = [Point::new(0.0, 4e8), Point::new(1.0, 1.6e9), Point::new(1.0, f64::NAN)];
    let plot = |kind| {
        let (x, y) = axes();
        Plot::new("Read by method", x, y)
            .series(Series::new("16 streams", kind, points))
            .reference("required", 8e8)
    };
    let document = Document::new("").with(plot(Kind::Bars)).with(plot(Kind::Line));
    insta::assert_snapshot!(plain(&document), @r"
    Read by method
    cached    400 MB/s  ###############             |
    direct  1,600 MB/s  ############################|#############################
    direct         n/a                              |
    |  required: 800 MB/s
    ");
}

#[test]
fn colour_is_used_only_when_asked_for() {
    let document = Document::new("T").with(Verdict::pass("good"));
    assert!(!plain(&document).contains('\u{1b}'));
    let coloured = render(
        &document,
        &TextOptions {
            colour: true,
            ..TextOptions::default()
        },
    );
    assert!(
        coloured.contains("\u{1b}[32mPASS\u{1b}[0m  \u{1b}[1mgood\u{1b}[0m"),
        "{coloured:?}"
    );
}

#[test]
fn escape_sequences_never_reach_the_terminal() {
    let evil = "\u{1b}]0;owned\u{7}\u{9b}2J\u{202e}";
    let shown = plain(&every_block(evil));
    assert!(shown.chars().all(|c| c == '\n' || !c.is_control()), "{shown:?}");
    assert!(!shown.contains('\u{202e}'));
}

proptest! {
    #[test]
    fn no_line_is_wider_than_asked_for(text in "(\\PC|[ \t\n]|[a-z]{30}|容){0,60}", width in 20_usize..120) {
        let shown = render(&every_block(&text), &TextOptions { width, colour: false });
        for line in shown.lines() {
            prop_assert!(width_of(line) <= width, "{} columns: {line:?}", width_of(line));
            prop_assert!(!line.ends_with(' '), "{line:?}");
        }
    }
}
