//! SET and MERGE.

use feedrate_program::*;
use feedrate_rows::fault::Fault;
use feedrate_rows::outcome::StepEnd;
use proptest::prelude::*;

use super::kit::*;

/// Completes a step with a SET that reads `x` and `y`: writes both with flags.
fn flags_of(builder: &mut Builder) -> (NumberSlot, NumberSlot) {
    (builder.automatic("in1"), builder.automatic("end"))
}

#[test]
fn what_another_source_left_is_missing() {
    let mut lab = Lab::new();
    lab.make("A", &[("x", 0)], &[row![1.0], row![2.0]]);
    lab.make("E", &[("x", 0)], &[]);
    lab.make("B", &[("y", 0), ("t", 3)], &[row![3.0, "abc"]]);
    let mut builder = Builder::new();
    let (x, y, t) = (builder.number("x"), builder.number("y"), builder.text("t", 2));
    let (from_a, end) = flags_of(&mut builder);
    let all = builder.automatic("all");
    let read = builder.read(
        ReadKind::Concatenate,
        &[
            ("A", vec![number(x)]),
            ("E", vec![number(x)]),
            ("B", vec![number(y), Slot::Text(t)]),
        ],
        &[],
    );
    read.end = Some(end);
    read.nobs = Some(all);
    read.sources[0].contributes = Some(from_a);
    builder.write("OUT", &[x, y, from_a, end, all].map(number));
    let outcome = lab.run(&builder.step);
    assert_eq!(lab.rows("OUT"), ["1 . 1 0 3", "2 . 1 0 3", ". 3 0 1 3"]);
    let read: Vec<_> = outcome.read.iter().map(|read| read.observations).collect();
    assert_eq!(read, [2, 0, 1]);
    assert!(matches!(outcome.ended, StepEnd::Complete));
}

#[test]
fn a_source_that_is_gone_on_with_keeps_what_the_step_assigned() {
    let mut lab = Lab::new();
    lab.make("A", &[("x", 0)], &[row![1.0], row![2.0]]);
    lab.make("B", &[("y", 0)], &[row![3.0]]);
    let mut builder = Builder::new();
    let (x, y) = (builder.number("x"), builder.number("y"));
    builder.read(
        ReadKind::Concatenate,
        &[("A", vec![number(x)]), ("B", vec![number(y)])],
        &[],
    );
    builder.say(Statement::Sum(AssignmentTarget::Variable(number(y)), constant(10.0)));
    builder.write("OUT", &[x, y].map(number));
    lab.run(&builder.step);
    assert_eq!(lab.rows("OUT"), ["1 10", "2 20", ". 13"]);
}

#[test]
fn two_sets_end_with_the_shorter() {
    let mut lab = Lab::new();
    lab.make("A", &[("x", 0)], &[row![1.0], row![2.0], row![3.0]]);
    lab.make("B", &[("y", 0)], &[row![4.0], row![5.0]]);
    let mut builder = Builder::new();
    let (x, y) = (builder.number("x"), builder.number("y"));
    builder.read(ReadKind::Concatenate, &[("A", vec![number(x)])], &[]);
    builder.read(ReadKind::Concatenate, &[("B", vec![number(y)])], &[]);
    builder.write("OUT", &[x, y].map(number));
    let outcome = lab.run(&builder.step);
    assert_eq!(lab.rows("OUT"), ["1 4", "2 5"]);
    assert_eq!(outcome.read[0].observations, 3);
}

#[test]
fn a_loop_around_set_reads_all_in_one_iteration() {
    let mut lab = Lab::new();
    lab.make("A", &[("x", 0)], &[row![1.0], row![2.0], row![4.0]]);
    let mut builder = Builder::new();
    let (x, total) = (builder.number("x"), builder.computed("total"));
    let end = builder.automatic("end");
    builder.read(ReadKind::Concatenate, &[("A", vec![number(x)])], &[]).end = Some(end);
    let read = builder.step.body.pop().unwrap();
    let add = Statement::Sum(AssignmentTarget::Variable(number(total)), variable(x));
    builder.say(Statement::Repeat {
        while_true: None,
        until_true: Some(variable(end)),
        body: vec![read, add],
    });
    builder.write("OUT", &[number(total), number(NumberSlot(0))]);
    lab.run(&builder.step);
    assert_eq!(lab.rows("OUT"), ["7 1"]);
}

#[test]
fn firstobs_and_obs_count_what_where_lets_through() {
    let mut lab = Lab::new();
    let rows: Vec<_> = (1..=9).map(|x| row![f64::from(x)]).collect();
    lab.make("A", &[("x", 0)], &rows);
    let mut builder = Builder::new();
    let (x, end) = (builder.number("x"), builder.automatic("end"));
    let read = builder.read(ReadKind::Concatenate, &[("A", vec![number(x)])], &[]);
    read.end = Some(end);
    let source = &mut read.sources[0];
    source.first = 2;
    source.last = Some(3);
    source.filter = Some(Filter {
        vector: Vector {
            numbers: 1,
            ..Vector::default()
        },
        loads: vec![Load {
            column: 0,
            slot: number(NumberSlot(0)),
        }],
        condition: compare(Comparison::Greater, variable(NumberSlot(0)), constant(5.0)),
        text: "x>5".to_owned(),
    });
    builder.write("OUT", &[x, end].map(number));
    lab.run(&builder.step);
    assert_eq!(lab.rows("OUT"), ["7 0", "8 1"]);
    insta::assert_snapshot!(lab.log.text(), @r"
    NOTE: There were 2 observations read from the data set T.A.
          WHERE x>5;
    NOTE: The data set T.OUT has 2 observations and 2 variables.
    ");
}

#[test]
fn firstobs_and_obs_without_where_count_all() {
    let mut lab = Lab::new();
    let rows: Vec<_> = (1..=9).map(|x| row![f64::from(x)]).collect();
    lab.make("A", &[("x", 0)], &rows);
    let mut builder = Builder::new();
    let x = builder.number("x");
    let read = builder.read(ReadKind::Concatenate, &[("A", vec![number(x)])], &[]);
    (read.sources[0].first, read.sources[0].last) = (3, Some(5));
    builder.write("OUT", &[number(x)]);
    lab.run(&builder.step);
    assert_eq!(lab.rows("OUT"), ["3", "4", "5"]);
}

/// Returns the slots of FIRST. and LAST. of the first BY variable of the first SET or MERGE.
fn first_and_last(builder: &Builder) -> [Slot; 2] {
    let by = &builder.step.reads[0].by[0];
    [number(by.first), number(by.last)]
}

#[test]
fn groups_begin_and_end_by_text_and_downwards() {
    let mut lab = Lab::new();
    lab.make(
        "A",
        &[("t", 2), ("x", 0)],
        &[row!["a", 2.0], row!["a", 1.0], row!["b", 1.0]],
    );
    lab.make("B", &[("t", 3), ("x", 0)], &[row!["a", 1.0]]);
    let mut builder = Builder::new();
    let (t, x) = (builder.text("t", 2), builder.number("x"));
    let slots = || vec![Slot::Text(t), number(x)];
    builder.read(
        ReadKind::Interleave,
        &[("A", slots()), ("B", slots())],
        &[(Slot::Text(t), false), (number(x), true)],
    );
    let by = builder.step.reads[0].by.clone();
    let flags = [by[0].first, by[0].last, by[1].first, by[1].last].map(number);
    builder.write("OUT", &[number(x), flags[0], flags[1], flags[2], flags[3]]);
    lab.run(&builder.step);
    assert_eq!(lab.rows("OUT"), ["2 1 0 1 1", "1 0 0 1 0", "1 0 1 0 1", "1 1 1 1 1"]);
}

#[test]
fn one_to_one_goes_on_to_the_longest() {
    let mut lab = Lab::new();
    lab.make(
        "A",
        &[("x", 0), ("c", 0)],
        &[row![1.0, 10.0], row![2.0, 20.0], row![3.0, 30.0]],
    );
    lab.make("B", &[("y", 0), ("c", 0)], &[row![4.0, 40.0]]);
    let mut builder = Builder::new();
    let (x, y, c) = (builder.number("x"), builder.number("y"), builder.number("c"));
    builder.read(
        ReadKind::OneToOne,
        &[("A", vec![number(x), number(c)]), ("B", vec![number(y), number(c)])],
        &[],
    );
    builder.write("OUT", &[x, y, c].map(number));
    lab.run(&builder.step);
    assert_eq!(lab.rows("OUT"), ["1 4 40", "2 . 20", "3 . 30"]);
}

#[test]
fn what_has_run_out_keeps_its_values_within_the_group() {
    let mut lab = Lab::new();
    lab.make(
        "A",
        &[("b", 0), ("x", 0)],
        &[row![1.0, 5.0], row![2.0, 6.0], row![2.0, 7.0]],
    );
    lab.make(
        "B",
        &[("b", 0), ("y", 0)],
        &[row![1.0, 8.0], row![1.0, 9.0], row![3.0, 4.0]],
    );
    let mut builder = Builder::new();
    let (b, x, y) = (builder.number("b"), builder.number("x"), builder.number("y"));
    let (in_a, in_b) = (builder.automatic("in1"), builder.automatic("in2"));
    let read = builder.read(
        ReadKind::Match,
        &[("A", vec![number(b), number(x)]), ("B", vec![number(b), number(y)])],
        &[(number(b), false)],
    );
    read.sources[0].contributes = Some(in_a);
    read.sources[1].contributes = Some(in_b);
    // A value that the step assigns to a variable of an ended source is kept, too.
    builder.say(Statement::Sum(AssignmentTarget::Variable(number(x)), constant(100.0)));
    let flags = first_and_last(&builder);
    let mut slots = [b, x, y, in_a, in_b].map(number).to_vec();
    slots.extend(flags);
    builder.write("OUT", &slots);
    let outcome = lab.run(&builder.step);
    assert_eq!(
        lab.rows("OUT"),
        [
            "1 105 8 1 1 1 0",
            "1 205 9 1 1 0 1",
            "2 106 . 1 0 1 0",
            "2 107 . 1 0 0 1",
            "3 100 4 0 1 1 1"
        ]
    );
    assert!(!outcome.has_repeats);
}

#[test]
fn repeats_in_two_data_sets_are_noted() {
    let mut lab = Lab::new();
    let rows = [row![1.0, 1.0], row![1.0, 2.0]];
    lab.make("A", &[("b", 0), ("x", 0)], &rows);
    lab.make("B", &[("b", 0), ("y", 0)], &rows);
    let mut builder = Builder::new();
    let (b, x, y) = (builder.number("b"), builder.number("x"), builder.number("y"));
    builder.read(
        ReadKind::Match,
        &[("A", vec![number(b), number(x)]), ("B", vec![number(b), number(y)])],
        &[(number(b), false)],
    );
    builder.write("OUT", &[b, x, y].map(number));
    lab.run(&builder.step);
    assert_eq!(lab.rows("OUT"), ["1 1 1", "1 2 2"]);
    insta::assert_snapshot!(lab.log.text(), @r"
    NOTE: MERGE statement has more than one data set with repeats of BY values.
    NOTE: There were 2 observations read from the data set T.A.
    NOTE: There were 2 observations read from the data set T.B.
    NOTE: The data set T.OUT has 2 observations and 3 variables.
    ");
}

#[test]
fn values_out_of_order_end_the_step_and_leave_the_old_data_set() {
    let mut lab = Lab::new();
    lab.make("A", &[("b", 0)], &[row![1.0], row![3.0], row![2.0]]);
    lab.make("OUT", &[("old", 0)], &[row![42.0]]);
    let mut builder = Builder::new();
    let b = builder.number("b");
    builder.read(ReadKind::Interleave, &[("A", vec![number(b)])], &[(number(b), false)]);
    builder.write("OUT", &[number(b)]);
    builder.write("NEW", &[number(b)]);
    let outcome = lab.run(&builder.step);
    assert!(matches!(&outcome.ended, StepEnd::Failed(fault) if matches!(fault.cause(), Fault::Unsorted(_))));
    assert_eq!(lab.rows("OUT"), ["42"]);
    insta::assert_snapshot!(lab.log.text(), @r"
    ERROR: BY variables are not properly sorted on data set T.A.
           at line 7 column 9
    _N_=2 _ERROR_=1 b=3 FIRST.b=1 LAST.b=1
    NOTE: The SAS System stopped processing this step because of errors.
    NOTE: There were 2 observations read from the data set T.A.
    WARNING: The data set T.OUT may be incomplete.  When this step was stopped there were 1 observations and 1 variables.
    WARNING: Data set T.OUT was not replaced because this step was stopped.
    WARNING: The data set T.NEW may be incomplete.  When this step was stopped there were 1 observations and 1 variables.
             It was not made.
    ");
}

/// Keys of several sources, each sorted.
fn sorted_sources() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let source = prop::collection::vec(0_u8..6, 0..12).prop_map(|mut keys| {
        keys.sort_unstable();
        keys
    });
    prop::collection::vec(source, 1..6)
}

/// Makes a data set of each source, with its key and a unique number.
fn make_sources(lab: &mut Lab, sources: &[Vec<u8>]) {
    for (source, keys) in sources.iter().enumerate() {
        let rows = (0..)
            .zip(keys)
            .map(|(index, &key)| row![f64::from(key), f64::from(100 * source as i32 + index)]);
        lab.make(&format!("S{source}"), &[("b", 0), ("x", 0)], &rows.collect::<Vec<_>>());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn interleaving_is_a_stable_sort_of_all(sources in sorted_sources()) {
        let mut lab = Lab::new();
        make_sources(&mut lab, &sources);
        let mut builder = Builder::new();
        let (b, x) = (builder.number("b"), builder.number("x"));
        let names: Vec<_> = (0..sources.len()).map(|source| format!("S{source}")).collect();
        let reads: Vec<_> = names.iter().map(|name| (name.as_str(), vec![number(b), number(x)])).collect();
        builder.read(ReadKind::Interleave, &reads, &[(number(b), false)]);
        let flags = first_and_last(&builder);
        builder.write("OUT", &[number(b), number(x), flags[0], flags[1]]);
        lab.run(&builder.step);

        let mut all: Vec<(u8, usize)> = Vec::new();
        for (source, keys) in sources.iter().enumerate() {
            all.extend(keys.iter().enumerate().map(|(index, &key)| (key, 100 * source + index)));
        }
        all.sort_by_key(|&(key, _)| key);
        let expected: Vec<_> = all.iter().enumerate().map(|(at, (key, x))| {
            let is_first = at == 0 || all[at - 1].0 != *key;
            let is_last = all.get(at + 1).is_none_or(|next| next.0 != *key);
            format!("{key} {x} {} {}", u8::from(is_first), u8::from(is_last))
        }).collect();
        prop_assert_eq!(lab.rows("OUT"), expected);
    }

    #[test]
    fn groups_that_are_not_sorted_are_runs(keys in prop::collection::vec(0_u8..3, 0..12), down: bool) {
        let mut lab = Lab::new();
        make_sources(&mut lab, std::slice::from_ref(&keys));
        let mut builder = Builder::new();
        let (b, x) = (builder.number("b"), builder.number("x"));
        builder.read(ReadKind::Runs, &[("S0", vec![number(b), number(x)])], &[(number(b), down)]);
        let flags = first_and_last(&builder);
        builder.write("OUT", &[number(b), number(x), flags[0], flags[1]]);
        lab.run(&builder.step);

        let mut expected = Vec::new();
        for run in keys.chunk_by(|a, b| a == b) {
            for (at, key) in run.iter().enumerate() {
                let (first, last) = (u8::from(at == 0), u8::from(at + 1 == run.len()));
                expected.push(format!("{key} {} {first} {last}", expected.len()));
            }
        }
        prop_assert_eq!(lab.rows("OUT"), expected);
    }

    #[test]
    fn merging_puts_groups_side_by_side(sources in sorted_sources()) {
        let mut lab = Lab::new();
        make_sources(&mut lab, &sources);
        let mut builder = Builder::new();
        let b = builder.number("b");
        let names: Vec<_> = (0..sources.len()).map(|source| format!("S{source}")).collect();
        let slots: Vec<_> = names.iter().map(|name| builder.number(name)).collect();
        let reads: Vec<_> = names.iter().zip(&slots)
            .map(|(name, &slot)| (name.as_str(), vec![number(b), number(slot)])).collect();
        builder.read(ReadKind::Match, &reads, &[(number(b), false)]);
        let mut columns = vec![number(b)];
        columns.extend(slots.iter().copied().map(number));
        builder.write("OUT", &columns);
        let outcome = lab.run(&builder.step);

        let mut expected = Vec::new();
        let mut has_repeats = false;
        for key in 0..6_u8 {
            let groups: Vec<Vec<usize>> = sources.iter().enumerate().map(|(source, keys)| {
                (0..keys.len()).filter(|&index| keys[index] == key).map(|index| 100 * source + index).collect()
            }).collect();
            has_repeats |= groups.iter().filter(|group| group.len() > 1).count() > 1;
            for at in 0..groups.iter().map(Vec::len).max().unwrap_or(0) {
                let values = groups.iter().map(|group| {
                    group.get(at).or(group.last()).map_or(".".to_owned(), ToString::to_string)
                });
                expected.push(format!("{key} {}", values.collect::<Vec<_>>().join(" ")));
            }
        }
        prop_assert_eq!(lab.rows("OUT"), expected);
        prop_assert_eq!(outcome.has_repeats, has_repeats);
    }
}

#[test]
fn transactions_of_a_group_are_one_observation_and_repeats_of_the_master_warn() {
    let mut lab = Lab::new();
    let master = [row![1.0, 10.0], row![2.0, 20.0], row![2.0, 21.0]];
    lab.make("M", &[("k", 0), ("x", 0)], &master);
    let missing = feedrate_values::missing::MISSING;
    let transactions = [
        row![1.0, 11.0, "a"],
        row![1.0, missing, ""],
        row![2.0, missing, "b"],
        row![3.0, 30.0, "c"],
    ];
    lab.make("T", &[("k", 0), ("x", 0), ("t", 2)], &transactions);
    let mut builder = Builder::new();
    let (k, x, t) = (builder.number("k"), builder.number("x"), builder.text("t", 2));
    let due = builder.automatic("due");
    let read = builder.read(
        ReadKind::Update { checks_missing: true },
        &[
            ("M", vec![number(k), number(x)]),
            ("T", vec![number(k), number(x), Slot::Text(t)]),
        ],
        &[(number(k), false)],
    );
    read.output_due = Some(due);
    builder.write("OUT", &[number(k), number(x), Slot::Text(t)]);
    let outcome = lab.run(&builder.step);
    assert_eq!(lab.rows("OUT"), ["1 11 a", "2 20 b", "2 21 ", "3 30 c"]);
    assert!(outcome.has_repeated_master);
    let warning = "WARNING: The MASTER data set contains more than one observation for a BY group.";
    assert!(lab.log.lines().iter().any(|line| line == warning));
}

#[test]
fn observations_are_read_by_their_numbers() {
    let mut lab = Lab::new();
    let rows: Vec<_> = (1..=5).map(|x| row![f64::from(x) * 10.0]).collect();
    lab.make("A", &[("x", 0)], &rows);
    lab.make("B", &[("y", 0)], &[row![7.0]]);
    let mut builder = Builder::new();
    let (x, y) = (builder.number("x"), builder.number("y"));
    let (which, all) = (builder.automatic("which"), builder.automatic("all"));
    let sources = [("A", vec![number(x)]), ("B", vec![number(y)])];
    let read = builder.read(ReadKind::Point(which), &sources, &[]);
    read.nobs = Some(all);
    let read = builder.step.body.pop().unwrap();
    builder.write("OUT", &[which, x, y, all, NumberSlot(1)].map(number));
    builder.say(Statement::Loop {
        index: AssignmentTarget::Variable(number(which)),
        clauses: vec![Clause {
            from: Argument::Number(constant(6.5)),
            to: Some(constant(-1.0)),
            by: Some(constant(-2.0)),
            while_true: None,
            until_true: None,
            site: SITE,
        }],
        body: vec![read, Statement::Output(vec![0])],
    });
    builder.say(Statement::Stop);
    let outcome = lab.run(&builder.step);
    assert_eq!(
        lab.rows("OUT"),
        ["6.5 . 7 6 0", "4.5 40 . 6 0", "2.5 20 . 6 0", "0.5 20 . 6 1"]
    );
    let read: Vec<_> = outcome
        .read
        .iter()
        .map(|read| (read.observations, read.at_random))
        .collect();
    assert_eq!(read, [(2, true), (1, true)]);
    assert_eq!(outcome.observations_with_errors, 1);
}
