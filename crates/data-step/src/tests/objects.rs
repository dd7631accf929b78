//! Hash objects whose keys come from a SET, so that those of the next observations are looked up beside them.

use std::collections::BTreeMap;

use feedrate_program::*;

use super::kit::*;

/// Returns a call of a method in an expression.
fn call(object: NumberSlot, action: ObjectAction) -> Number {
    Number::Object(Box::new(ObjectCall {
        object,
        action,
        is_statement: false,
        site: SITE,
    }))
}

/// Returns the statements that make a hash table of `k` and `v` with the even keys from 0 to `last`, and v = k.
fn table((object, code): (NumberSlot, NumberSlot), [k, v]: [NumberSlot; 2], last: f64) -> Vec<Statement> {
    let names = |name: &str| vec![Text::Constant(name.as_bytes().to_vec())];
    let act = |action| Statement::Assign(code, call(object, action));
    vec![
        Statement::Assign(object, call(object, ObjectAction::NewHash(Box::default()))),
        act(ObjectAction::DefineKey(names("k"))),
        act(ObjectAction::DefineData(names("v"))),
        act(ObjectAction::DefineDone(None)),
        Statement::Loop {
            index: AssignmentTarget::Variable(number(k)),
            clauses: vec![Clause {
                from: Argument::Number(constant(0.0)),
                to: Some(constant(last)),
                by: Some(constant(2.0)),
                while_true: None,
                until_true: None,
                site: SITE,
            }],
            body: vec![
                Statement::Assign(v, variable(k)),
                act(ObjectAction::Change(ItemChange::Add, NewItem::default())),
            ],
        },
    ]
}

#[test]
fn keys_that_come_and_go_are_found_as_they_are_then() {
    let mut lab = Lab::new();
    let keys: Vec<u32> = (0..3000).map(|row| 7 * row % 401).collect();
    let rows: Vec<_> = keys.iter().map(|&key| row![f64::from(key)]).collect();
    lab.make("A", &[("k", 0)], &rows);
    let mut builder = Builder::new();
    let [object, code, k, v, found] = ["h", "code", "k", "v", "found"].map(|name| builder.number(name));
    builder.step.objects.push(ObjectVariable {
        name: "h".to_owned(),
        slot: object,
        class: ObjectClass::Hash,
    });
    let is = |left, right| compare(Comparison::Equal, variable(left), constant(right));
    let first = table((object, code), [k, v], 300.0);
    builder.say(Statement::If(is(NumberSlot(0), 1.0), first, Vec::new()));
    builder.read(ReadKind::Concatenate, &[("A", vec![number(k)])], &[]);
    builder.say(Statement::Assign(v, constant(-1.0)));
    let find = call(object, ObjectAction::Lookup(Lookup::Find, Vec::new()));
    builder.say(Statement::Assign(
        found,
        compare(Comparison::Equal, find, constant(0.0)),
    ));
    // Those that are found and above 250 leave, and those that are not found and below 50 join.
    let act = |action| vec![Statement::Assign(code, call(object, action))];
    let remove = act(ObjectAction::Lookup(Lookup::Remove, Vec::new()));
    let add = act(ObjectAction::Change(ItemChange::Add, NewItem::default()));
    let above = compare(Comparison::Greater, variable(k), constant(250.0));
    let below = compare(Comparison::Less, variable(k), constant(50.0));
    builder.say(Statement::If(
        is(found, 1.0),
        vec![Statement::If(above, remove, Vec::new())],
        vec![Statement::If(below, add, Vec::new())],
    ));
    builder.write("OUT", &[k, found, v].map(number));
    lab.run(&builder.step);
    let mut model: BTreeMap<u32, i64> = (0..=300).step_by(2).map(|key| (key, i64::from(key))).collect();
    let wanted = keys.iter().map(|&key| {
        let found = model.get(&key).copied();
        match found {
            Some(_) if key > 250 => {
                model.remove(&key);
            }
            None if key < 50 => {
                model.insert(key, -1);
            }
            _ => {}
        }
        format!("{key} {} {}", u8::from(found.is_some()), found.unwrap_or(-1))
    });
    assert_eq!(lab.rows("OUT"), wanted.collect::<Vec<_>>());
}

#[test]
fn keys_may_be_those_of_another_variable_and_of_some_observations() {
    let mut lab = Lab::new();
    let rows: Vec<_> = (0..2000)
        .map(|row| row![f64::from(row), f64::from(row % 331)])
        .collect();
    lab.make("A", &[("n", 0), ("other", 0)], &rows);
    let mut builder = Builder::new();
    let names = ["h", "code", "k", "v", "n", "other"];
    let [object, code, k, v, n, other] = names.map(|name| builder.number(name));
    builder.step.objects.push(ObjectVariable {
        name: "h".to_owned(),
        slot: object,
        class: ObjectClass::Hash,
    });
    let first = table((object, code), [k, v], 300.0);
    let is_first = compare(Comparison::Equal, variable(NumberSlot(0)), constant(1.0));
    builder.say(Statement::If(is_first, first, Vec::new()));
    builder.read(ReadKind::Concatenate, &[("A", vec![number(n), number(other)])], &[]);
    builder.say(Statement::Assign(v, constant(-1.0)));
    let find = ObjectAction::Lookup(Lookup::Find, vec![Argument::Number(variable(other))]);
    let is_low = compare(Comparison::Less, variable(other), constant(200.0));
    let find = vec![Statement::Assign(code, call(object, find))];
    builder.say(Statement::If(is_low, find, Vec::new()));
    builder.write("OUT", &[n, v].map(number));
    lab.run(&builder.step);
    let wanted = (0..2000).map(|row| {
        let other = row % 331;
        match other < 200 && other % 2 == 0 {
            true => format!("{row} {other}"),
            false => format!("{row} -1"),
        }
    });
    assert_eq!(lab.rows("OUT"), wanted.collect::<Vec<_>>());
}
