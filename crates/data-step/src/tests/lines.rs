//! INFILE, INPUT, DATALINES, FILE and PUT.

use feedrate_program::*;
use feedrate_rows::fault::Fault;
use feedrate_rows::outcome::StepEnd;
use feedrate_values::Kind;
use feedrate_values::format::{Format, Formats};
use feedrate_values::informat::{Informat, InformatSettings};

use super::kit::*;

fn external(kind: ExternalKind) -> External {
    External::new(kind, SITE, 32_767)
}

fn informat(spec: &str, kind: Kind, length: usize) -> Informat {
    Informat::resolve(&spec.parse().unwrap(), kind, length, InformatSettings::default()).unwrap()
}

fn list(slot: Slot) -> InputItem {
    let informat = match slot {
        Slot::Number(_) => informat("12.", Kind::Number, 12),
        Slot::Text(slot) => informat("$8.", Kind::Text, slot.length as usize),
    };
    item(
        slot,
        Reading::List {
            informat,
            of_elements: Vec::new(),
            embedded_blanks: false,
            keep_quotes: false,
        },
    )
}

fn item(slot: Slot, reading: Reading) -> InputItem {
    let name = match slot {
        Slot::Number(_) => "x",
        Slot::Text(_) => "t",
    };
    InputItem::Read {
        target: AssignmentTarget::Variable(slot),
        name: name.to_owned(),
        reading,
        quiet: Quiet::No,
    }
}

/// Builds a step that reads a character variable `t` of 8 bytes and a number `x` from a file with this content.
fn reading(
    content: &str,
    change: impl FnOnce(&mut External),
    items: impl FnOnce(TextSlot, NumberSlot) -> (Vec<InputItem>, Hold),
) -> (Lab, feedrate_rows::Outcome) {
    let mut lab = Lab::new();
    let path = lab.path("in.txt");
    std::fs::write(&path, content).unwrap();
    let mut builder = Builder::new();
    let (t, x) = (builder.text("t", 8), builder.computed("x"));
    builder.step.reset.push(Slot::Text(t));
    let mut source = external(ExternalKind::Source(path));
    change(&mut source);
    builder.step.externals.push(source);
    let (items, hold) = items(t, x);
    builder.say(Statement::Input(Box::new(InputStatement {
        external: 0,
        items,
        hold,
        site: SITE,
    })));
    builder.write("OUT", &[Slot::Text(t), number(x)]);
    let outcome = lab.run(&builder.step);
    (lab, outcome)
}

fn both(t: TextSlot, x: NumberSlot) -> (Vec<InputItem>, Hold) {
    (vec![list(Slot::Text(t)), list(number(x))], Hold::No)
}

fn rows_of(content: &str, change: impl FnOnce(&mut External)) -> Vec<String> {
    reading(content, change, both).0.rows("OUT")
}

#[test]
fn values_are_parted_by_blanks_and_flow_over() {
    assert_eq!(rows_of("ab 1\nc 2\n", |_| {}), ["ab 1", "c 2"]);
    let (lab, outcome) = reading("ab\n1\nc 2 x\n", |_| {}, both);
    assert_eq!(lab.rows("OUT"), ["ab 1", "c 2"]);
    assert!(outcome.files_read[0].went_on && !lab.log.text().contains("LOST CARD."));
    let (lab, outcome) = reading("ab 1\nc\n", |_| {}, both);
    assert_eq!(lab.rows("OUT"), ["ab 1"]);
    let log = lab.log.text();
    assert!(log.contains("NOTE: LOST CARD.\n_N_=2 _ERROR_=1 t=c x=.\n"), "{log}");
    assert!(log.matches("t=c").count() == 1 && !outcome.files_read[0].lost, "{log}");
}

#[test]
fn a_field_that_is_cut_short_comes_from_the_next_line() {
    let fixed = |_: TextSlot, x: NumberSlot| {
        let field = Reading::Formatted(informat("5.", Kind::Number, 5));
        (vec![item(number(x), field)], Hold::No)
    };
    let (lab, outcome) = reading("1\n22\n333\n4444\n55555\n", |_| {}, fixed);
    assert_eq!(lab.rows("OUT"), [" 22", " 4444", " 55555"]);
    assert!(outcome.files_read[0].went_on);
}

#[test]
fn a_text_is_searched_for_in_further_lines() {
    let behind = |_: TextSlot, x: NumberSlot| {
        let text = Text::Constant(b"id=".to_vec());
        (vec![InputItem::After(text), list(number(x))], Hold::No)
    };
    let content = "a\nid=7\n8\nb id=9\n";
    let rows = |change: &dyn Fn(&mut External)| reading(content, change, behind).0.rows("OUT");
    assert_eq!(rows(&|_| {}), [" 7", " 9"]);
    let missover = |file: &mut External| file.short_line = ShortLine::Missover;
    assert_eq!(rows(&missover), [" .", " 7", " .", " 9"]);
    let scanover = |file: &mut External| {
        file.short_line = ShortLine::Missover;
        file.scans_over = true;
    };
    assert_eq!(rows(&scanover), [" 7", " 9"]);
}

#[test]
fn lines_end_as_the_file_says() {
    let ended = |content: &str, line_end, length| {
        rows_of(content, |file| {
            file.line_end = line_end;
            file.line_length = length;
        })
    };
    assert_eq!(ended("a 1\rb 2\r", LineEnd::CarriageReturn, 80), ["a 1", "b 2"]);
    assert_eq!(ended("a 1\r\nb 2\r\n", LineEnd::Both, 80), ["a 1", "b 2"]);
    assert_eq!(ended("a 1\0b 2", LineEnd::Null, 80), ["a 1", "b 2"]);
    assert_eq!(ended("a 1b 2", LineEnd::Fixed, 3), ["a 1", "b 2"]);
}

#[test]
fn a_variable_names_the_files_one_after_the_other() {
    let mut lab = Lab::new();
    let paths = ["a.txt", "b.txt"].map(|name| lab.path(name));
    std::fs::write(&paths[0], "1\n2\n").unwrap();
    std::fs::write(&paths[1], "3\n").unwrap();
    let mut builder = Builder::new();
    let (path, x) = (builder.text("p", 400), builder.number("x"));
    builder.step.implicit_output = false;
    builder.step.externals.push(External {
        path_variable: Some(path),
        ..external(ExternalKind::Source("dummy".into()))
    });
    let input = Statement::Input(Box::new(InputStatement {
        external: 0,
        items: vec![list(number(x))],
        hold: Hold::No,
        site: SITE,
    }));
    for file in [0, 0, 1] {
        let name = paths[file].to_str().unwrap().as_bytes().to_vec();
        builder.say(Statement::AssignText(path, Text::Constant(name)));
        builder.say(Statement::Lines(LinesAction::Open, 0));
        builder.say(input.clone());
        builder.say(Statement::Output(vec![0]));
    }
    builder.say(Statement::Stop);
    builder.write("OUT", &[number(x)]);
    let outcome = lab.run(&builder.step);
    assert_eq!(lab.rows("OUT"), ["1", "2", "3"]);
    let records: Vec<_> = outcome.files_read.iter().map(|file| file.count.lines).collect();
    assert_eq!(records, [2, 1]);
}

#[test]
fn short_lines_can_have_missing_values() {
    let content = "ab\nc 2\n";
    assert_eq!(
        rows_of(content, |file| file.short_line = ShortLine::Missover),
        ["ab .", "c 2"]
    );
    assert_eq!(
        rows_of(content, |file| file.short_line = ShortLine::Truncover),
        ["ab .", "c 2"]
    );
    let (_, outcome) = reading(content, |file| file.short_line = ShortLine::Stopover, both);
    let is_past =
        matches!(&outcome.ended, StepEnd::Failed(fault) if matches!(fault.cause(), Fault::PastEndOfLine { .. }));
    assert!(is_past);
}

#[test]
fn fields_that_are_cut_short_count_with_truncover_only() {
    let fixed = |_: TextSlot, x: NumberSlot| {
        (
            vec![item(number(x), Reading::Formatted(informat("4.", Kind::Number, 4)))],
            Hold::No,
        )
    };
    let rows = |short_line| {
        reading("1234\n56\n\n7890\n", |file| file.short_line = short_line, fixed)
            .0
            .rows("OUT")
    };
    assert_eq!(rows(ShortLine::FlowOver), [" 1234", " 7890"]);
    assert_eq!(rows(ShortLine::Missover), [" 1234", " .", " .", " 7890"]);
    assert_eq!(rows(ShortLine::Truncover), [" 1234", " 56", " .", " 7890"]);
}

#[test]
fn separated_values_can_be_empty_and_quoted() {
    let change = |file: &mut External| {
        file.dsd = true;
        file.short_line = ShortLine::Missover;
    };
    assert_eq!(rows_of("\"a,b\",1\n,2\nc,\n", change), ["a,b 1", " 2", "c ."]);
}

#[test]
fn pointer_controls_move_the_pointer() {
    let (lab, _) = reading(
        "xx1=22 zz\nyy1=33 zz\n",
        |_| {},
        |t, x| {
            let items = vec![
                InputItem::After(Text::Constant(b"=".to_vec())),
                list(number(x)),
                InputItem::Column(constant(1.0)),
                item(
                    Slot::Text(t),
                    Reading::Columns {
                        from: 2,
                        to: 3,
                        informat: informat("$2.", Kind::Text, 2),
                    },
                ),
            ];
            (items, Hold::No)
        },
    );
    assert_eq!(lab.rows("OUT"), ["x1 22", "y1 33"]);
}

#[test]
fn several_lines_make_an_observation() {
    let items = |t: TextSlot, x: NumberSlot| {
        let items = vec![
            InputItem::Line(constant(2.0)),
            list(number(x)),
            InputItem::Line(constant(1.0)),
            list(Slot::Text(t)),
        ];
        (items, Hold::No)
    };
    let (lab, outcome) = reading("a\n1\nb\n2\n", |_| {}, items);
    assert_eq!(lab.rows("OUT"), ["a 1", "b 2"]);
    assert_eq!(outcome.files_read[0].count.lines, 4);
    let slashes = |t: TextSlot, x: NumberSlot| {
        (
            vec![list(Slot::Text(t)), InputItem::NextLine, list(number(x))],
            Hold::No,
        )
    };
    assert_eq!(reading("a\n1\nb\n2\n", |_| {}, slashes).0.rows("OUT"), ["a 1", "b 2"]);
}

#[test]
fn a_line_can_be_held_across_iterations() {
    let (lab, outcome) = reading("1 2\n3", |_| {}, |_, x| (vec![list(number(x))], Hold::Across));
    assert_eq!(lab.rows("OUT"), [" 1", " 2", " 3"]);
    assert!(outcome.files_read[0].went_on);
    // Within an iteration, each line has one value only.
    let (lab, _) = reading("1 2\n3", |_| {}, |_, x| (vec![list(number(x))], Hold::Iteration));
    assert_eq!(lab.rows("OUT"), [" 1", " 3"]);
}

#[test]
fn firstobs_and_obs_number_lines() {
    let change = |file: &mut External| (file.first, file.last) = (2, Some(3));
    assert_eq!(rows_of("a 1\nb 2\nc 3\nd 4\n", change), ["b 2", "c 3"]);
}

#[test]
fn what_cannot_be_read_is_shown_with_its_line() {
    let (lab, _) = reading("ab 1\ncd 2x\n", |_| {}, both);
    assert_eq!(lab.rows("OUT"), ["ab 1", "cd ."]);
    let path = lab.path("in.txt").display().to_string();
    let log = lab.log.text().replace(&path, "in.txt");
    insta::assert_snapshot!(log, @r"
    NOTE: The infile 'in.txt' is:
          Filename=in.txt,
          File Size (bytes)=11
    NOTE: Invalid data for x in line 2 4-5.
    RULE:      ----+----1----+----2----+----3----+----4----+----5----+----6----+----7----+----8----+----9----+----0
    2          cd 2x 5
    _N_=2 _ERROR_=1 t=cd x=.
    NOTE: 2 records were read from the infile 'in.txt'.
          The minimum record length was 4.
          The maximum record length was 5.
    NOTE: The data set T.OUT has 2 observations and 2 variables.
    ");
}

#[test]
fn datalines_are_read_as_cards() {
    let mut lab = Lab::new();
    let mut builder = Builder::new();
    let (x, end, length) = (
        builder.computed("x"),
        builder.automatic("end"),
        builder.automatic("len"),
    );
    let lines = vec![b"5".to_vec(), b"6".to_vec()];
    let mut source = external(ExternalKind::Lines(lines));
    (source.end, source.length) = (Some(end), Some(length));
    builder.step.externals.push(source);
    // The line is longer than its content, so that the field has its full width.
    let items = vec![item(number(x), Reading::Formatted(informat("8.", Kind::Number, 8)))];
    builder.say(Statement::Input(Box::new(InputStatement {
        external: 0,
        items,
        hold: Hold::No,
        site: SITE,
    })));
    builder.write("OUT", &[x, end, length].map(number));
    lab.run(&builder.step);
    assert_eq!(lab.rows("OUT"), ["5 0 80", "6 1 80"]);
}

/// Returns the lines that PUT writes in one iteration, with `x` = 1.5 and `t` = `a,b`.
fn putting(
    change: impl FnOnce(&mut External),
    items: impl FnOnce(TextSlot, NumberSlot) -> Vec<PutItem>,
) -> Vec<String> {
    let mut lab = Lab::new();
    let mut builder = Builder::new();
    let (t, x) = (builder.text("t", 4), builder.number("x"));
    builder.step.vector.initial = vec![Initial::Text(t, b"a,b".to_vec()), Initial::Number(x, 1.5)];
    let mut target = external(ExternalKind::Listing);
    change(&mut target);
    builder.step.externals.push(target);
    let items = items(t, x);
    builder.say(Statement::Put(Box::new(PutStatement {
        external: 0,
        items,
        hold: Hold::No,
        site: SITE,
    })));
    lab.run(&builder.step);
    lab.listing.lines().to_vec()
}

fn best() -> Format {
    Formats::of_language().default_of(Kind::Number, 8)
}

fn plain(length: usize) -> Format {
    Formats::of_language().default_of(Kind::Text, length)
}

fn put_number(slot: NumberSlot, name: Option<&str>) -> PutItem {
    let writing = PutForm::List {
        format: best(),
        name: name.map(str::to_owned),
    };
    PutItem::Write(Argument::Number(variable(slot)), writing)
}

fn put_text(slot: TextSlot, name: Option<&str>) -> PutItem {
    let writing = PutForm::List {
        format: plain(4),
        name: name.map(str::to_owned),
    };
    PutItem::Write(Argument::Text(Text::Variable(slot)), writing)
}

#[test]
fn values_are_put_with_blanks_between_them() {
    let lines = putting(
        |_| {},
        |t, x| {
            vec![
                put_number(x, None),
                put_text(t, Some("t")),
                PutItem::Literal(b"end".to_vec()),
            ]
        },
    );
    assert_eq!(lines, ["1.5 t=a,b end"]);
}

#[test]
fn put_fills_the_specified_columns_and_lines() {
    let lines = putting(
        |_| {},
        |_, x| {
            let format = Formats::new()
                .resolve(&"6.2".parse().unwrap(), Kind::Number, 8)
                .unwrap();
            vec![
                PutItem::Column(constant(4.0)),
                PutItem::Literal(b"ab".to_vec()),
                PutItem::Advance(constant(-1.0)),
                PutItem::Literal(b"X".to_vec()),
                PutItem::NextLine,
                PutItem::Write(Argument::Number(variable(x)), PutForm::Formatted(format.clone())),
                PutItem::Write(
                    Argument::Number(variable(x)),
                    PutForm::Columns {
                        from: 10,
                        to: 15,
                        format,
                    },
                ),
                PutItem::Line(constant(1.0)),
                PutItem::Literal(b"#".to_vec()),
            ]
        },
    );
    assert_eq!(lines, ["#  aX", "  1.50     1.50"]);
}

#[test]
fn values_that_do_not_fit_a_line_begin_another_or_are_left_out() {
    let lines = |long_line| {
        putting(
            |file| (file.line_length, file.long_line) = (6, long_line),
            |t, x| vec![put_text(t, None), put_number(x, None), put_text(t, None)],
        )
    };
    assert_eq!(lines(LongLine::FlowOver), ["a,b", "1.5", "a,b"]);
    assert_eq!(lines(LongLine::DropOver), ["a,b"]);
}

#[test]
fn separated_output_quotes_what_needs_it() {
    let lines = putting(
        |file| file.dsd = true,
        |t, x| {
            let missing = PutItem::Write(
                Argument::Number(constant(feedrate_values::missing::MISSING)),
                PutForm::List {
                    format: best(),
                    name: None,
                },
            );
            vec![put_text(t, None), missing, put_number(x, None)]
        },
    );
    assert_eq!(lines, ["\"a,b\",,1.5"]);
}

#[test]
fn all_variables_are_put_with_their_names() {
    let lines = putting(|_| {}, |_, _| vec![PutItem::All]);
    assert_eq!(lines, ["_N_=1 _ERROR_=0 t=a,b x=1.5"]);
}

#[test]
fn what_does_not_fit_goes_to_the_next_line() {
    let lines = putting(
        |file| file.line_length = 8,
        |t, x| vec![put_number(x, None), put_text(t, None), put_number(x, None)],
    );
    assert_eq!(lines, ["1.5 a,b", "1.5"]);
}

#[test]
fn a_file_gets_its_lines_and_a_held_one_at_the_end() {
    let mut lab = Lab::new();
    let path = lab.path("out.txt");
    let mut builder = Builder::new();
    builder.step.externals.push(external(ExternalKind::Target {
        path: path.clone(),
        append: false,
    }));
    let put = |text: &str, hold| {
        let items = vec![PutItem::Literal(text.as_bytes().to_vec())];
        Statement::Put(Box::new(PutStatement {
            external: 0,
            items,
            hold,
            site: SITE,
        }))
    };
    builder.say(put("one", Hold::No));
    builder.say(put("two", Hold::Iteration));
    builder.say(put(" three", Hold::Across));
    let outcome = lab.run(&builder.step);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\ntwo three\n");
    assert_eq!(outcome.files_made[0].count.longest, 9);
}
