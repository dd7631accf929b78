//! Where units begin and end.

use super::parse;
use crate::diagnostic::Diagnostic;
use crate::parse::{Parser, Program, Statements};
use crate::reader::Reader;
use crate::statement::Statement;
use crate::testing::{SilentSurroundings, extent_of};
use crate::tree::{Block, Global, StatementKind, Unit};

/// A line for each unit.
fn outline(text: &str) -> String {
    let (units, _) = parse(text);
    let lines = units.iter().map(|parsed| {
        let name = match &parsed.unit {
            Unit::Data(step) => {
                let outputs: Vec<_> = step.outputs.iter().map(|output| output.member.text.as_str()).collect();
                format!("data {} ({} statements)", outputs.join(" "), step.body.len())
            }
            Unit::Stored(request) => format!(
                "{:?} {}, described: {}, executed: {}",
                request.form, request.name.member.text, request.describes, request.executes
            ),
            Unit::Procedure(procedure) => format!(
                "proc {} ({} in head, {} statements{})",
                procedure.name.text,
                procedure.head.len(),
                procedure.statements.len(),
                if procedure.resumed { ", resumed" } else { "" },
            ),
            Unit::Global(Global::Title(number, text)) => format!("title {number} {text:?}"),
            Unit::Global(Global::Footnote(number, text)) => format!("footnote {number} {text:?}"),
            Unit::Global(Global::Unknown(_)) => "unknown".to_owned(),
            Unit::Global(global) => super::dump::dump(global),
        };
        let errors = if parsed.has_errors() { " with errors" } else { "" };
        format!("{name}{errors}")
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn requests_to_stored_steps() {
    assert_eq!(
        outline(
            "data view=v; describe; run; data pgm=lib.p; run; data pgm=p; describe; data pgm=p; execute; describe;"
        ),
        "View v, described: true, executed: false\n\
         Program p, described: false, executed: true\n\
         Program p, described: true, executed: false\n\
         Program p, described: true, executed: true"
    );
    assert_eq!(
        outline("data view=v; execute; run;"),
        "View v, described: false, executed: false with errors"
    );
}

#[test]
fn steps_end_where_the_next_begins() {
    assert_eq!(
        outline("data a; x = 1; data b; set a; run; proc print data=a; var x; proc sort; by x; quit; data c; y = 2;"),
        "data a (1 statements)\n\
         data b (1 statements)\n\
         proc print (3 in head, 1 statements)\n\
         proc sort (0 in head, 1 statements)\n\
         data c (1 statements)"
    );
    assert_eq!(outline(""), "");
    assert_eq!(outline(";;"), "");
    assert_eq!(outline("run; quit;"), "Nothing\nNothing");
    assert_eq!(outline("data _null_ a.b; run;"), "data _null_ b (0 statements)");
    assert_eq!(outline("data; run;"), "data  (0 statements)");
}

#[test]
fn global_statements_come_before_the_step_that_they_stand_in() {
    assert_eq!(
        outline("data a; x = 1; title 'T'; y = 2; run;"),
        "title 1 Some(\"T\")\ndata a (2 statements)"
    );
    assert_eq!(
        outline("proc print; footnote2 'a' \"b\"; var x; options nodate ls=80; run;"),
        "footnote 2 Some(\"ab\")\n\
         Options([(\"NODATE\", None), (\"LS\", Some(\"80\"))])\n\
         proc print (0 in head, 1 statements)"
    );
    assert_eq!(outline("data a; title = 1; options = 2; run;"), "data a (2 statements)");
}

#[test]
fn data_lines_end_a_step() {
    let text = "data a;\ninput x y $;\ndatalines;\n1 one\n2 two\n;\nproc print; run;\ndata b; input x; \
        cards4;\n1;\n;;;;\nrun;";
    assert_eq!(
        outline(text),
        "data a (2 statements)\nproc print (0 in head, 0 statements)\ndata b (2 statements)\nNothing"
    );
    let (units, _) = parse(text);
    let Unit::Data(step) = &units[0].unit else { panic!() };
    let StatementKind::Datalines(lines) = &step.body[1].kind else {
        panic!()
    };
    assert_eq!(lines, &[b"1 one".to_vec(), b"2 two".to_vec()]);
}

#[test]
fn run_groups_go_on_with_their_procedure() {
    assert_eq!(
        outline("proc datasets lib=work; delete a; run; change b=c; run; quit; x = 1;"),
        "proc datasets (3 in head, 1 statements)\n\
         proc datasets (3 in head, 1 statements, resumed)\n\
         Nothing\n\
         unknown with errors"
    );
    assert_eq!(
        outline("proc sql; create table a as select 1; run; select 2; quit;"),
        "proc sql (0 in head, 1 statements)\n\
         Nothing\n\
         proc sql (0 in head, 1 statements, resumed)\n\
         Nothing"
    );
}

#[test]
fn a_step_with_errors_is_handed_out_and_the_next_goes_on() {
    assert_eq!(
        outline("data a; x = ; y = 2; run; data b; z = 3; run;"),
        "data a (1 statements) with errors\ndata b (1 statements)"
    );
    assert_eq!(
        outline("data a; x = 'open; run; data b; run;"),
        "data a (0 statements) with errors"
    );
    assert_eq!(
        outline("frob x; data a; run;"),
        "unknown with errors\ndata a (0 statements)"
    );
}

#[test]
fn the_statement_after_a_step_is_not_expanded_before_the_step_runs() {
    let mut reader = Reader::new("prog.sas", "data a; x = 1;\ndata b&n; run;").unwrap();
    let mut parser = Parser::new(extent_of);
    let first = parser.next_unit(&mut Program::new(&mut reader, &mut SilentSurroundings::default()));
    assert!(matches!(first.map(|parsed| parsed.unit), Some(Unit::Data(step)) if step.body.len() == 1));
    // The step runs now, and sets a macro variable.
    reader.push_text("set", "%let n = 7;").unwrap();
    let second = parser.next_unit(&mut Program::new(&mut reader, &mut SilentSurroundings::default()));
    let Some(Unit::Data(step)) = second.map(|parsed| parsed.unit) else {
        panic!()
    };
    assert_eq!(step.outputs[0].member.text, "b7");
}

/// A source that cannot look ahead.
struct WithoutLookahead<'a>(Program<'a>);

impl Statements for WithoutLookahead<'_> {
    fn next_statement(&mut self) -> Result<Option<Statement>, Diagnostic> {
        self.0.next_statement()
    }

    fn data_lines(&mut self, four: bool) -> Result<Vec<Vec<u8>>, Diagnostic> {
        self.0.data_lines(four)
    }

    fn block(&mut self) -> Result<Block, Diagnostic> {
        self.0.block()
    }
}

#[test]
fn a_source_that_cannot_look_ahead_gives_the_same_units() {
    let text = "data a; x = 1; data b; set a; proc print; run; title; data c; run;";
    let mut reader = Reader::new("prog.sas", text).unwrap();
    let mut parser = Parser::new(extent_of);
    let mut count = 0;
    while parser
        .next_unit(&mut WithoutLookahead(Program::new(
            &mut reader,
            &mut SilentSurroundings::default(),
        )))
        .is_some()
    {
        count += 1;
    }
    assert_eq!(count, parse(text).0.len());
    assert_eq!(count, 5);
}
