use super::*;
use crate::every_block::every_block;
use crate::format::Quantity;
use crate::model::*;

fn body_of(document: &Document) -> String {
    let page = render(document, &HtmlOptions::default());
    let start = page.find("<main>").expect("the page has a main element");
    let end = page.find("</main>").expect("the main element ends");
    page[start..end + "</main>".len()].replace("><", ">\n<")
}

fn small_plot(text: &str) -> Plot {
    Plot::new(
        text,
        Axis::category(text, [text]),
        Axis::linear(text, Quantity::Unit(text.into())),
    )
    .caption(text)
    .series(Series::new(text, Kind::Area, [Point::new(0.0, 1.0).within(0.5, 1.5)]))
    .reference(text, 2.0)
}

#[test]
fn blocks_become_elements() {
    let document = Document::new("Check of /data")
        .subtitle("on a machine")
        .with(Verdict::pass("fast enough").line("It feeds 16 cores."))
        .heading("Preflight")
        .with(Facts::new().fact("Device", "nvme0n1"))
        .text("One.\n\nTwo.")
        .with(
            Table::new([Column::left("Method"), Column::right("Read").unit("MB/s")])
                .highlighted_row(["direct", "2,096"]),
        )
        .with(Code::shell("fio --bs=1M\n").caption("fio"))
        .with(vec![Note::info("well"), Note::warning("beware")]);
    insta::assert_snapshot!(body_of(&document), @r#"
    <main>
    <header>
    <h1>Check of /data</h1>
    <p class="subtitle">on a machine</p>
    </header>
    <section class="verdict pass">
    <p class="headline">
    <span class="badge">Pass</span> fast enough</p>
    <p>It feeds 16 cores.</p>
    </section>
    <h2>Preflight</h2>
    <dl>
    <dt>Device</dt>
    <dd>nvme0n1</dd>
    </dl>
    <p>One.</p>
    <p>Two.</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Table">
    <table>
    <thead>
    <tr>
    <th scope="col">Method</th>
    <th scope="col" class="number">Read <span class="unit">MB/s</span>
    </th>
    </tr>
    </thead>
    <tbody>
    <tr class="best">
    <td>direct</td>
    <td class="number">2,096</td>
    </tr>
    </tbody>
    </table>
    </div>
    <div class="code">
    <p class="caption">fio</p>
    <pre>
    <code>fio --bs=1M</code>
    </pre>
    </div>
    <ul class="notes">
    <li>well</li>
    <li class="warning">
    <strong>Warning: </strong>beware</li>
    </ul>
    </main>
    "#);
}

#[test]
fn a_plot_brings_its_figures_and_no_script() {
    let document = Document::new("T").with(small_plot("load"));
    let body = body_of(&document);
    assert_eq!(body.matches("<svg class=\"wide\"").count(), 1, "{body}");
    assert_eq!(body.matches("<svg class=\"narrow\"").count(), 1, "{body}");
    assert!(
        body.contains(r#"<td class="number">1.00 load (0.500 to 1.50 load)</td>"#),
        "{body}"
    );
    let page = render(&document, &HtmlOptions::default());
    assert!(page.len() < 30_000 && !page.contains("<script"), "{}", page.len());
}

#[test]
fn a_plot_after_a_verdict_is_beside_it() {
    let document = Document::new("T")
        .with(Verdict::pass("enough"))
        .with(small_plot("picture"))
        .with(small_plot("more"));
    let body = body_of(&document);
    let (_, first) = body.split_once(r#"<div class="first">"#).expect("the first part");
    let order = [
        "verdict pass",
        "picture",
        r#"<svg class="only""#,
        "more",
        r#"<svg class="wide""#,
    ];
    let places = order.map(|part| first.find(part).expect(part));
    assert!(places.is_sorted(), "{places:?}");
    assert_eq!(body.matches(r#"class="only""#).count(), 1);
}

#[test]
fn a_page_with_many_long_plots_is_below_a_megabyte() {
    let points = |series: i32| (0..2_000).map(move |at| Point::new(f64::from(at), f64::from(series * at % 89)));
    let plot = (1..5).fold(
        Plot::new(
            "Over time",
            Axis::linear("Time", Quantity::Seconds),
            Axis::linear("Rate", Quantity::Rate),
        ),
        |plot, series| plot.series(Series::new(format!("{series}"), Kind::Line, points(series))),
    );
    let document = Document::new("T").with(plot.clone()).with(plot.clone()).with(plot);
    let page = render(&document, &HtmlOptions::default());
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
}

#[test]
fn nothing_in_a_document_becomes_markup_or_script() {
    let evil = "</script></svg><script>alert(1)</script>'\"&<img src=x onerror=alert(1)>\u{1b}[2J";
    let document = every_block(evil);
    let page = render(
        &document,
        &HtmlOptions {
            footer: Some(evil.to_owned()),
        },
    );
    assert!(!page.contains("<img") && !page.contains('\u{1b}') && !page.contains("<script"));
}

#[test]
fn the_page_refers_to_nothing_outside_it() {
    let page = render(&Document::new("T").with(small_plot("x")), &HtmlOptions::default());
    assert!(page.contains("default-src 'none'"));
    for outside in ["http:", "https:", "src=", "href=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn the_page_says_at_once_who_made_it_and_cuts_no_command_line() {
    let page = render(&Document::new("T"), &HtmlOptions::default());
    let mark = page.find(r#"<meta name="generator" content="feedrate "#);
    assert!(mark.is_some_and(|place| place < 200), "{mark:?}");
    let (_, style) = page.split_once("\npre {").expect("a style for command lines");
    let (style, _) = style.split_once('}').expect("its end");
    assert!(style.contains("white-space: pre-wrap;"), "{style}");
    assert!(!style.contains("overflow-x"), "{style}");
}

#[test]
fn the_same_document_gives_the_same_page() {
    let document = Document::new("T").with(small_plot("x"));
    let options = HtmlOptions::default();
    assert_eq!(render(&document, &options), render(&document, &options));
}
