//! Trees as short text for tests: their debug form without positions and without the wrappers that every node has.

use std::fmt::Debug;

use crate::tree::{Expression, ExpressionKind, InItem};

/// Formats a tree on one line.
pub(super) fn dump(tree: &impl Debug) -> String {
    let mut text = format!("{tree:?}");
    for wrapper in [
        "Expression { kind: ",
        "Statement { kind: ",
        "VariableList { range: ",
        "Name { text: ",
    ] {
        text = unwrapped(&without_places(&text), wrapper);
    }
    while text.contains("  }") {
        text = text.replace("  }", " }");
    }
    text.trim_end().to_owned()
}

/// Removes `, at: Position { ... }`.
fn without_places(text: &str) -> String {
    let mut rest = text;
    let mut short = String::new();
    while let Some(start) = rest.find("Position { source") {
        let before = rest[..start].trim_end_matches("at: ").trim_end_matches(", ");
        // The position of generated text contains another.
        let mut open = 0;
        let end = rest[start..].find(|c| {
            open += i32::from(c == '{') - i32::from(c == '}');
            c == '}' && open == 0
        });
        let end = end.map_or(rest.len(), |end| start + end + 1);
        short.push_str(before);
        rest = &rest[end..];
    }
    short.push_str(rest);
    short
}

/// Replaces `Wrapper { kind: inner }` by `inner`.
fn unwrapped(text: &str, wrapper: &str) -> String {
    let mut text = text.to_owned();
    while let Some(start) = text.find(wrapper) {
        let inner = start + wrapper.len();
        let mut open = 1;
        let mut quoted = false;
        let mut escaped = false;
        let end = text[inner..].char_indices().find_map(|(index, c)| {
            match c {
                _ if escaped => escaped = false,
                '\\' if quoted => escaped = true,
                '"' => quoted = !quoted,
                '{' if !quoted => open += 1,
                '}' if !quoted => open -= 1,
                _ => {}
            }
            (open == 0).then_some(inner + index)
        });
        let Some(end) = end else { break };
        text.replace_range(end..=end, "");
        text.replace_range(start..inner, "");
    }
    text.replace(" )", ")")
        .replace(" ,", ",")
        .replace(" ]", "]")
        // As for most data sets.
        .replace("is_prefix: false, ", "")
}

/// Formats an expression with every operation in parentheses.
pub(super) fn explicit(expression: &Expression) -> String {
    let list = |all: &[Expression]| all.iter().map(explicit).collect::<Vec<_>>().join(", ");
    match &expression.kind {
        ExpressionKind::Number(number) => match feedrate_values::missing::letter(*number) {
            None => number.to_string(),
            Some(None) => ".".to_owned(),
            Some(Some(letter)) => format!(".{letter}"),
        },
        ExpressionKind::Text(text) => format!("'{}'", String::from_utf8_lossy(text)),
        ExpressionKind::Name(name) => name.clone(),
        ExpressionKind::Call { name, arguments } => format!("{name}{}", dump(arguments)),
        ExpressionKind::Element { array, index } => format!("{array}{{{}}}", list(index)),
        ExpressionKind::Conversion {
            name,
            value,
            question_marks,
            spec,
        } => {
            let marks = "?".repeat(usize::from(*question_marks));
            format!("{name}({}, {marks}{spec})", explicit(value))
        }
        ExpressionKind::Unary(operator, operand) => format!("({operator:?} {})", explicit(operand)),
        ExpressionKind::Binary {
            operator,
            prefix,
            left,
            right,
        } => {
            let colon = if *prefix { ":" } else { "" };
            format!("({} {operator:?}{colon} {})", explicit(left), explicit(right))
        }
        ExpressionKind::In { value, prefix, among } => {
            let items: Vec<_> = among
                .iter()
                .map(|item| match item {
                    InItem::One(one) => explicit(one),
                    InItem::Range(from, to) => format!("{from}:{to}"),
                    InItem::Array(array) => format!("array {array}"),
                })
                .collect();
            let colon = if *prefix { ":" } else { "" };
            format!("({} In{colon} [{}])", explicit(value), items.join(", "))
        }
        ExpressionKind::Between(value, low, high) => {
            format!("({} Between {} {})", explicit(value), explicit(low), explicit(high))
        }
        ExpressionKind::Contains(value, part) => {
            format!("({} Contains {})", explicit(value), explicit(part))
        }
        ExpressionKind::Like { value, pattern, escape } => {
            let escape = escape
                .as_ref()
                .map_or_else(String::new, |escape| format!(" Escape {}", explicit(escape)));
            format!("({} Like {}{escape})", explicit(value), explicit(pattern))
        }
        ExpressionKind::IsMissing(value) => format!("({} IsMissing)", explicit(value)),
        ExpressionKind::Object(object) => format!("{object:?}"),
        ExpressionKind::Sql(sql) => format!("{sql:?}"),
    }
}
