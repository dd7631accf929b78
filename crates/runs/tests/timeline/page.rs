//! The words, bars and pipes of a page, and their places.

use feedrate_runs::timeline::Step;

use super::made_up::{self, at, file, pipe, session, step};
use super::{Element, elements, page_of, texts};

/// The text of a page, an element a line, without its style.
fn text_of(page: &str) -> String {
    let mut lines = Vec::new();
    for element in elements(page) {
        let text = element.text.trim();
        if !text.is_empty() && element.name != "style" {
            lines.push(format!("{}: {text}", element.name));
        }
    }
    lines.join("\n")
}

#[test]
fn a_page_says_all_in_words() {
    let (run, sessions) = made_up::piped();
    let text = text_of(&page_of(&run, &sessions));
    insta::assert_snapshot!(text.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
}

/// The bars of a drawing: those of one, each with its title.
fn titled<'a>(elements: &'a [Element], class: &str) -> Vec<(&'a Element, &'a str)> {
    let class = format!("class={class}");
    let drawn = elements.iter().filter(|element| element.is("rect", &class));
    let title = |rect: &Element| {
        let in_same = elements.iter().filter(|element| element.within == rect.within);
        in_same
            .filter(|element| element.name == "title")
            .map(|title| title.text.as_str())
            .next()
    };
    drawn.filter_map(|rect| Some((rect, title(rect)?))).collect()
}

#[test]
fn bars_stand_in_their_lanes_at_their_times() {
    let (run, sessions) = made_up::piped();
    let elements = elements(&page_of(&run, &sessions));
    let tracks: Vec<_> = elements.iter().filter(|it| it.is("rect", "class=track")).collect();
    assert_eq!(tracks.len(), 3);
    let edges = titled(&elements, "edge");
    let left = tracks[0].number("x");
    let second = tracks[0].number("width") / 12.0;
    let expected = [
        ("FORMAT", 0, 0.0, 0.5),
        ("PRINT", 0, 10.0, 11.0),
        ("DATA", 1, 1.0, 9.0),
        ("TABULATE", 2, 1.0, 10.0),
    ];
    assert_eq!(edges.len(), expected.len());
    for ((edge, title), (name, lane, from, to)) in edges.iter().zip(expected) {
        assert!(title.starts_with(name), "{title}");
        assert_eq!(edge.number("y"), tracks[lane].number("y"), "{name}");
        let (x, wide) = (edge.number("x"), edge.number("width"));
        assert!((x - left - from * second).abs() < 0.2, "{name} {x}");
        assert!((wide - (to - from) * second).abs() < 0.2, "{name} {wide}");
    }
}

#[test]
fn the_parts_of_a_bar_are_as_high_as_their_shares() {
    let (run, sessions) = made_up::piped();
    let elements = elements(&page_of(&run, &sessions));
    // The writer waited 2 of 8 s for storage and half a second for the reader.
    let high = |class: &str| {
        let parts = titled(&elements, class);
        let of_writer = parts.iter().find(|(_, title)| title.starts_with("DATA")).unwrap();
        of_writer.0.number("height")
    };
    let all = high("edge");
    assert!((high("part-2") / all - 0.25).abs() < 0.01);
    assert!((high("part-1") / all - 0.0625).abs() < 0.01);
    assert!((high("part-0") / all - 0.6875).abs() < 0.01);
}

#[test]
fn pipes_lead_from_the_writer_to_the_reader() {
    let (run, mut sessions) = made_up::piped();
    for turned in [false, true] {
        if turned {
            sessions.swap(1, 2);
        }
        let elements = elements(&page_of(&run, &sessions));
        let bands = titled(&elements, "band");
        assert_eq!(bands.len(), 1);
        assert!(bands[0].1.starts_with("Pipe :7000 (unix socket) from P.CLAIMS in s1"));
        let arrow = elements.iter().find(|it| it.is("line", "class=arrow")).unwrap();
        let goes_down = arrow.number("y2") > arrow.number("y1");
        assert_eq!(goes_down, !turned);
    }
}

#[test]
fn ends_are_matched_by_address_and_time() {
    let write = |address: &str, from, to| Step {
        made: vec![pipe("P.A", address, 1, 0.0, (from, to))],
        ..step("DATA", 1, from, to)
    };
    let read = |address: &str, from, to| Step {
        read: vec![pipe("P.A", address, 1, 0.0, (from, to))],
        ..step("SORT", 2, from, to)
    };
    let sessions = [
        session(
            "w",
            vec![write(":1", 0.0, 1.0), write(":1", 2.0, 3.0), write(":3", 4.0, 5.0)],
        ),
        session("v", vec![write("127.0.0.1:2", 0.0, 1.0)]),
        // The second stream of :1 has gone when this one begins, and :4 has no writer at all.
        session(
            "r",
            vec![
                read("localhost:2", 0.0, 1.0),
                read(":1", 2.1, 3.0),
                read(":4", 4.0, 5.0),
            ],
        ),
        session("q", vec![read(":1", 0.2, 1.0), read(":3", 6.0, 7.0)]),
    ];
    let page = page_of(&made_up::run(8.0), &sessions);
    let elements = elements(&page);
    let rows: Vec<_> = pipes(&elements);
    assert_eq!(
        rows,
        [
            ["127.0.0.1:2", "v: DATA (line 1), P.A", "r: SORT (line 2), P.A"],
            [":1", "w: DATA (line 1), P.A", "q: SORT (line 2), P.A"],
            [":1", "w: DATA (line 1), P.A", "r: SORT (line 2), P.A"],
            [":3", "w: DATA (line 1), P.A", "not known"],
            [":4", "not known", "r: SORT (line 2), P.A"],
            [":3", "not known", "q: SORT (line 2), P.A"],
        ]
        .map(|row| row.map(str::to_owned))
    );
    assert_eq!(titled(&elements, "band").len(), 3);
    assert!(page.contains("Of 3 pipes one end alone is known"), "{page}");
}

/// The address and the ends of each row of the table of pipes, which has ten columns.
fn pipes(elements: &[Element]) -> Vec<[String; 3]> {
    let table = elements.iter().rposition(|element| element.name == "tbody").unwrap();
    let cells = texts(&elements[table..], "td");
    let rows = cells.chunks(10);
    rows.map(|row| [row[0], row[2], row[3]].map(str::to_owned)).collect()
}

#[test]
fn nothing_in_a_record_becomes_markup() {
    let evil = "</title></svg><script>alert(1)</script><img src=x onerror=alert(1)>'\"&\u{1b}[2J";
    let mut run = made_up::run(4.0);
    run.program = evil.to_owned();
    run.ended = evil.to_owned();
    let write = Step {
        made: vec![pipe(evil, evil, 1, 0.0, (0.0, 1.0)), file(evil, 1, 0.5)],
        ..step(evil, 1, 0.0, 4.0)
    };
    let read = Step {
        read: vec![pipe(evil, evil, 1, 0.0, (0.0, 1.0))],
        completed: false,
        ..step(evil, 1, 0.0, 4.0)
    };
    let page = page_of(&run, &[session(evil, vec![write]), session(evil, vec![read])]);
    assert!(!page.contains('\u{1b}'));
    let elements = elements(&page);
    let drawn = elements.iter().filter(|element| element.name == "svg");
    assert_eq!(drawn.count(), 1);
    for element in &elements {
        assert!(!["script", "img"].contains(&element.name.as_str()));
        for attribute in &element.attributes {
            assert!(!attribute.starts_with("on"), "{attribute}");
        }
    }
}

#[test]
fn a_step_that_failed_is_told_from_the_others_and_one_that_did_not_run_is_not_drawn() {
    let failed = Step {
        completed: false,
        ..step("SORT", 4, 1.0, 2.0)
    };
    let unrun = Step {
        ran: false,
        completed: false,
        ..step("PRINT", 9, 2.0, 2.0)
    };
    let steps = vec![step("DATA", 1, 0.0, 1.0), failed, unrun];
    let page = page_of(&made_up::run(2.0), &[session("client", steps)]);
    let elements = elements(&page);
    let groups: Vec<_> = elements.iter().filter(|it| it.is("g", "class=failed")).collect();
    assert_eq!(groups.len(), 1);
    assert!(page.contains("It failed."));
    assert!(!texts(&elements, "td").contains(&"PRINT"));
    assert!(page.contains("1 step did not run because of errors"), "{page}");
}

#[test]
fn times_that_cannot_be_do_no_harm() {
    let backwards = Step {
        began_microseconds: at(3.0),
        ended_microseconds: at(1.0),
        read: vec![file("A.A", 1, f64::INFINITY), file("A.B", 1, f64::NAN)],
        ..step("DATA", 1, 0.0, 0.0)
    };
    let before = Step {
        began_microseconds: 0,
        ended_microseconds: u64::MAX,
        ..step("SORT", 2, 0.0, 0.0)
    };
    for steps in [vec![], vec![backwards], vec![before]] {
        let page = page_of(&made_up::run(0.0), &[session("client", steps)]);
        assert!(!page.contains("NaN") && !page.contains("inf"), "{page}");
        elements(&page);
    }
    elements(&page_of(&made_up::run(1.0), &[]));
}
