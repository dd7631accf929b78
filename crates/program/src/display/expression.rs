//! Expressions as text.

use super::super::object::ObjectPart;
use super::super::{
    Argument, Arithmetic, ArrayId, AssignmentTarget, Comparison, Logic, Membership, Number, ObjectAction, ObjectCall,
    Slot, Text,
};
use super::Names;

pub(super) fn argument(argument: &Argument, names: &Names<'_>) -> String {
    match argument {
        Argument::Number(value) => number(value, names),
        Argument::Text(value) => text(value, names),
    }
}

fn arguments(all: &[Argument], names: &Names<'_>) -> String {
    all.iter()
        .map(|one| argument(one, names))
        .collect::<Vec<_>>()
        .join(", ")
}

pub(super) fn element(array: ArrayId, index: &[Number], names: &Names<'_>) -> String {
    let name = names
        .step
        .arrays
        .get(array.0 as usize)
        .map_or("?", |array| array.name.as_str());
    let index: Vec<_> = index.iter().map(|index| number(index, names)).collect();
    format!("{name}@{}{{{}}}", array.0, index.join(", "))
}

pub(super) fn target_name(target: &AssignmentTarget, names: &Names<'_>) -> String {
    match target {
        AssignmentTarget::Variable(slot) => names.of(*slot),
        AssignmentTarget::Element { array, index, .. } => element(*array, index, names),
    }
}

/// Bytes in quotes.
pub(super) fn quoted(bytes: &[u8]) -> String {
    format!("'{}'", bytes.escape_ascii())
}

pub(super) fn constant(number: f64) -> String {
    match feedrate_values::missing::letter(number) {
        None => number.to_string(),
        Some(letter) => format!(".{}", letter.map(String::from).unwrap_or_default()),
    }
}

pub(super) fn number(expression: &Number, names: &Names<'_>) -> String {
    let of = |value: &Number| number(value, names);
    let of_text = |value: &Text| text(value, names);
    match expression {
        Number::Constant(value) => constant(*value),
        Number::Variable(slot) => names.of(Slot::Number(*slot)),
        Number::Element { array, index, .. } => element(*array, index, names),
        Number::Negate(value, _) => format!("-{}", of(value)),
        Number::Not(value) => format!("not {}", of(value)),
        Number::Arithmetic(operation, left, right, _) => {
            let sign = match operation {
                Arithmetic::Add => "+",
                Arithmetic::Subtract => "-",
                Arithmetic::Multiply => "*",
                Arithmetic::Divide => "/",
                Arithmetic::Power => "**",
            };
            format!("({} {sign} {})", of(left), of(right))
        }
        Number::Least(left, right) => format!("({} >< {})", of(left), of(right)),
        Number::Greatest(left, right) => format!("({} <> {})", of(left), of(right)),
        Number::Compare(comparison, left, right) => {
            format!("({} {} {})", of(left), sign(*comparison), of(right))
        }
        Number::CompareText {
            comparison,
            prefix,
            left,
            right,
        } => {
            let colon = if *prefix { ":" } else { "" };
            format!("({} {}{colon} {})", of_text(left), sign(*comparison), of_text(right))
        }
        Number::Logic(logic, left, right) => {
            let word = match logic {
                Logic::And => "and",
                Logic::Or => "or",
            };
            format!("({} {word} {})", of(left), of(right))
        }
        Number::In(value, among) => {
            let among: Vec<_> = among
                .iter()
                .map(|item| match item {
                    Membership::One(value) => constant(*value),
                    Membership::Range(first, last) => format!("{first}:{last}"),
                })
                .collect();
            format!("({} in ({}))", of(value), among.join(", "))
        }
        Number::InText { value, prefix, among } => {
            let among: Vec<_> = among.iter().map(|item| quoted(item)).collect();
            let colon = if *prefix { ":" } else { "" };
            format!("({} in{colon} ({}))", of_text(value), among.join(", "))
        }
        Number::Like { value, pattern, escape } => {
            let escape = escape.map_or_else(String::new, |escape| format!(" escape {}", quoted(&[escape])));
            format!("({} like {}{escape})", of_text(value), quoted(pattern))
        }
        Number::FromText(value, _) => format!("number({})", of_text(value)),
        Number::Input {
            text: value,
            informat,
            quiet,
            ..
        } => {
            format!("input({}, w{}, {quiet:?})", of_text(value), informat.width())
        }
        Number::Call {
            function,
            arguments: all,
            ..
        } => {
            format!("{}({})", function.name, arguments(all, names))
        }
        Number::Lag { queue, value } => format!("lag[{queue}]({})", of(value)),
        Number::Dif { queue, value, .. } => format!("dif[{queue}]({})", of(value)),
        Number::Object(call) => object(call, names),
    }
}

pub(super) fn text(expression: &Text, names: &Names<'_>) -> String {
    let of = |value: &Text| text(value, names);
    match expression {
        Text::Constant(value) => quoted(value),
        Text::Variable(slot) => names.of(Slot::Text(*slot)),
        Text::Element { array, index, .. } => element(*array, index, names),
        Text::Concatenate(parts) => {
            format!("({})", parts.iter().map(of).collect::<Vec<_>>().join(" || "))
        }
        Text::Least(left, right) => format!("({} >< {})", of(left), of(right)),
        Text::Greatest(left, right) => format!("({} <> {})", of(left), of(right)),
        Text::FromNumber(value) => format!("text({})", number(value, names)),
        Text::Fitted(value, format, _) => format!("text({}, w{})", number(value, names), format.width()),
        Text::Put(value, format) => format!("put({}, w{})", argument(value, names), format.width()),
        Text::Input(value, informat) => format!("input({}, w{})", of(value), informat.width()),
        Text::Call {
            function,
            arguments: all,
            ..
        } => {
            format!("{}({})", function.name, arguments(all, names))
        }
        Text::Lag { queue, value } => format!("lag[{queue}]({})", of(value)),
        Text::Attribute(query) => format!("{}({})", query.function, of(&query.name)),
    }
}

fn sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::NotEqual => "^=",
        Comparison::Less => "<",
        Comparison::LessOrEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterOrEqual => ">=",
    }
}

/// Formats a call with all that it evaluates and sets.
fn object(call: &ObjectCall, names: &Names<'_>) -> String {
    let mut variables = names.step.objects.iter();
    let object = variables.find(|variable| variable.slot == call.object);
    let mut parts = Vec::new();
    call.action.parts(&mut |part| {
        parts.push(match part {
            ObjectPart::Number(value) => number(value, names),
            ObjectPart::Text(value) => text(value, names),
            ObjectPart::Target(target) => format!("&{}", target_name(target, names)),
        });
    });
    let object = object.map_or("?", |variable| variable.name.as_str());
    format!("{object}.{}({})", action(&call.action), parts.join(", "))
}

fn action(action: &ObjectAction) -> String {
    match action {
        ObjectAction::NewHash(_) => "new".to_owned(),
        ObjectAction::NewIterator(_) => "iterator".to_owned(),
        ObjectAction::DefineKey(_) => "key".to_owned(),
        ObjectAction::DefineData(_) => "data".to_owned(),
        ObjectAction::DefineAllKeys(_) => "all keys".to_owned(),
        ObjectAction::DefineAllData(_) => "all data".to_owned(),
        ObjectAction::DefineDone(_) => "done".to_owned(),
        ObjectAction::Lookup(lookup, _) => format!("{lookup:?}").to_lowercase(),
        ObjectAction::Change(change, _) => format!("{change:?}").to_lowercase(),
        ObjectAction::ReplaceCurrent(_) => "replacecurrent".to_owned(),
        ObjectAction::Plain(plain) => format!("{plain:?}").to_lowercase(),
        ObjectAction::Has(direction, _) => format!("has{direction:?}").to_lowercase(),
        ObjectAction::Equals(..) => "equals".to_owned(),
        ObjectAction::Sum(..) => "sum".to_owned(),
        ObjectAction::SumCurrent(_) => "sumcurrent".to_owned(),
        ObjectAction::Output(_) => "output".to_owned(),
    }
}
