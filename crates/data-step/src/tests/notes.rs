//! The log of a step.

use feedrate_program::*;

use super::kit::*;

#[test]
fn operations_are_counted_by_their_place() {
    let mut lab = Lab::new();
    lab.options.errors = 2;
    lab.make("A", &[("x", 0)], &[row![0.0], row![1.0], row![0.0], row![0.0]]);
    let mut builder = Builder::new();
    // A second site at the same position, and one at another.
    builder
        .step
        .sites
        .extend([Site { line: 7, column: 9 }, Site { line: 8, column: 1 }]);
    builder.step.notes = vec![
        StaticNote::TextToNumber(SiteId(2)),
        StaticNote::Uninitialized("z".to_owned()),
    ];
    let (x, y) = (builder.number("x"), builder.computed("y"));
    builder.read(ReadKind::Concatenate, &[("A", vec![number(x)])], &[]);
    let quotient = |site| {
        let (one, x) = (Box::new(constant(1.0)), Box::new(variable(x)));
        Number::Arithmetic(Arithmetic::Divide, one, x, SiteId(site))
    };
    builder.say(Statement::Assign(y, quotient(0)));
    builder.say(Statement::Assign(y, quotient(1)));
    let doubled = Number::Arithmetic(Arithmetic::Add, Box::new(variable(y)), Box::new(variable(y)), SiteId(2));
    builder.say(Statement::Assign(y, doubled));
    builder.write("OUT", &[x, y].map(number));
    lab.run(&builder.step);
    insta::assert_snapshot!(lab.log.text(), @r#"
    NOTE: Character values have been converted to numeric values at the places given by: (Line):(Column).
          8:1
    NOTE: Variable z is uninitialized.
    NOTE: Division by zero detected at line 7 column 9.
    NOTE: Division by zero detected at line 7 column 9.
    _N_=1 _ERROR_=1 x=0 y=.
    NOTE: Division by zero detected at line 7 column 9.
    NOTE: Division by zero detected at line 7 column 9.
    WARNING: Limit set by ERRORS= option reached.  Further errors of this type will not be printed.
    _N_=3 _ERROR_=1 x=0 y=.
    NOTE: Missing values were generated as a result of performing an operation on missing values.
          Each place is given by: (Number of times) at (Line):(Column).
          3 at 8:1
    NOTE: Mathematical operations could not be performed at the following places. The results of the operations have been set to missing values.
          Each place is given by: (Number of times) at (Line):(Column).
          6 at 7:9
    NOTE: There were 4 observations read from the data set T.A.
    NOTE: The data set T.OUT has 4 observations and 2 variables.
    "#);
}

#[test]
fn a_step_that_cannot_open_its_data_says_so_and_makes_nothing() {
    let mut lab = Lab::new();
    lab.make("OUT", &[("old", 0)], &[row![42.0]]);
    let mut builder = Builder::new();
    let x = builder.number("x");
    builder.read(ReadKind::Concatenate, &[("NONE", vec![number(x)])], &[]);
    builder.write("OUT", &[number(x)]);
    let outcome = lab.run(&builder.step);
    assert!(outcome.is_failed());
    assert_eq!(lab.rows("OUT"), ["42"]);
    let folder = lab.folder.path().display().to_string();
    insta::assert_snapshot!(lab.log.text().replace(&folder, "FOLDER"), @r"
    ERROR: File T.NONE.DATA does not exist.
           It is not in FOLDER.
           at line 7 column 9
    NOTE: The SAS System stopped processing this step because of errors.
    WARNING: The data set T.OUT may be incomplete.  When this step was stopped there were 0 observations and 1 variables.
    WARNING: Data set T.OUT was not replaced because this step was stopped.
    ");
}

#[test]
fn an_existing_data_set_can_be_kept() {
    let mut lab = Lab::new();
    lab.make("OUT", &[("old", 0)], &[row![42.0]]);
    let mut builder = Builder::new();
    let x = builder.number("x");
    builder.write("OUT", &[number(x)]);
    builder.step.writes[0].keep_existing = true;
    assert!(lab.run(&builder.step).is_failed());
    assert_eq!(lab.rows("OUT"), ["42"]);
}

#[test]
fn a_data_set_can_replace_the_one_it_is_made_from() {
    let mut lab = Lab::new();
    lab.make("A", &[("x", 0)], &[row![1.0], row![2.0]]);
    let mut builder = Builder::new();
    let x = builder.number("x");
    builder.read(ReadKind::Concatenate, &[("A", vec![number(x)])], &[]);
    builder.say(Statement::Sum(AssignmentTarget::Variable(number(x)), constant(10.0)));
    builder.write("A", &[number(x)]);
    lab.run(&builder.step);
    assert_eq!(lab.rows("A"), ["11", "12"]);
}

#[test]
fn long_lists_of_places_are_broken_into_lines() {
    let mut lab = Lab::new();
    let mut builder = Builder::new();
    builder.step.sites = (1..=20)
        .map(|line| Site {
            line: 1000 + line,
            column: 10,
        })
        .collect();
    builder.step.notes = (0..20).map(|site| StaticNote::NumberToText(SiteId(site))).collect();
    lab.run(&builder.step);
    let lines = lab.log.lines();
    assert_eq!(lines.len(), 4, "{lines:#?}");
    assert!(
        lines
            .iter()
            .skip(1)
            .all(|line| line.starts_with("      10") && line.len() <= 100)
    );
}
