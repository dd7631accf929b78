use super::*;
use crate::format::Quantity;
use crate::model::{Axis, Factor, HeatMap, Kind, Plot, Point, Series};

#[test]
fn records_end_as_the_standard_says_and_numbers_are_plain() {
    let table = Table::new([
        Column::left("Method, name"),
        Column::right("Read").unit("MB/s"),
        Column::left("Interval"),
    ])
    .title("Throughput")
    .row(["say \"direct\"", "2,096", "1,060 to 1,140"])
    .highlighted_row(["two\nlines", "n/a"]);
    assert_eq!(
        render(&table),
        "\"Method, name\",Read (MB/s),Interval\r\n\
         \"say \"\"direct\"\"\",2096,\"1,060 to 1,140\"\r\n\
         two lines,n/a,\r\n"
    );
    assert_eq!(render(&Table::default()), "");
}

#[test]
fn no_cell_is_a_formula() {
    let shown = |cell: &str| {
        let text = render(&Table::new([Column::left("a"), Column::right("b")]).row([cell, cell]));
        let mut reader = ::csv::Reader::from_reader(text.as_bytes());
        let record = reader.records().next().unwrap().unwrap();
        assert_eq!(record[0], record[1]);
        record[0].to_owned()
    };
    for formula in [
        "=1+1",
        "+1+cmd|' /C calc'!A0",
        "-2+3",
        "@SUM(1)",
        "-",
        "--x",
        "-1 x(1)",
        "+inf",
    ] {
        assert_eq!(shown(formula), format!("'{formula}"));
    }
    for number in ["-1.5", "+12.3 %", "-12 MB/s", "-1.50e-9", "-1.40 ×", "a=b", ""] {
        assert_eq!(shown(number), number);
    }
    let head = render(&Table::new([Column::left("=1").unit("s")]));
    assert_eq!(head, "'=1 (s)\r\n");
}

#[test]
fn figures_are_plain_numbers_in_base_units() {
    let plot = Plot::new(
        "Times",
        Axis::linear("Time", Quantity::Percent),
        Axis::category("Setting", ["direct"]),
    )
    .series(Series::new(
        "read",
        Kind::Points,
        [Point::new(0.973, 0.0).within(0.95, 1.01), Point::new(f64::NAN, 7.0)],
    ))
    .reference("baseline", 1.0);
    let map = HeatMap::new(
        "Throughput",
        Factor::new("Page", ["8K", "64K"]),
        Factor::new("Buffers", ["1"]),
        Axis::linear("Read", Quantity::Rate),
    )
    .cell(0, 0, 4e8)
    .noted_cell(1, 0, 1.25e9, "n = 3")
    .mark(1, 0, "recommended");
    let table = Table::new([Column::left("x")]).row(["1"]);
    let document = Document::new("")
        .heading("Studies")
        .text("None.")
        .with(plot)
        .with(map)
        .with(table.clone())
        .with(table);
    let found = tables(&document);
    let names: Vec<&str> = found.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(names, ["times", "throughput", "studies", "studies-2"]);
    insta::assert_snapshot!(
        format!("{}\n{}", found[0].text, found[1].text).replace('\r', ""),
        @r"
    Series,Setting,Time (fraction),Low (fraction),High (fraction)
    read,direct,0.973,0.95,1.01
    read,n/a,,,
    baseline,,1,,

    Page,Buffers,Read (bytes/s),Note,Mark
    8K,1,400000000,,
    64K,1,1250000000,n = 3,recommended
    "
    );
}
