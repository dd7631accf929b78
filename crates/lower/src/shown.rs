//! Formats a condition as source text, for the log note about WHERE.

use feedrate_language::tree::{
    Binary, CallArgument, Expression, ExpressionKind, InItem, SqlExpression, Unary, VariableList, VariableRange,
};
use feedrate_values::missing;

/// Returns the condition as source text, in one line.
pub fn shown(expression: &Expression) -> String {
    let mut text = String::new();
    show(expression, 0, &mut text);
    text
}

/// Returns the precedence of an expression, which determines where parentheses are needed.
fn rank(expression: &Expression) -> u8 {
    match &expression.kind {
        ExpressionKind::Binary { operator, .. } => match operator {
            Binary::Or => 1,
            Binary::And => 2,
            Binary::Equal
            | Binary::NotEqual
            | Binary::Less
            | Binary::LessOrEqual
            | Binary::Greater
            | Binary::GreaterOrEqual => 3,
            Binary::Concatenate => 4,
            Binary::Add | Binary::Subtract => 5,
            Binary::Multiply | Binary::Divide => 6,
            Binary::Power | Binary::Least | Binary::Greatest => 7,
        },
        ExpressionKind::In { .. }
        | ExpressionKind::Between(..)
        | ExpressionKind::Contains(..)
        | ExpressionKind::Like { .. }
        | ExpressionKind::IsMissing(_) => 3,
        ExpressionKind::Unary(..) => 7,
        _ => 9,
    }
}

fn show(expression: &Expression, around: u8, text: &mut String) {
    let rank = rank(expression);
    let parentheses = rank < around;
    if parentheses {
        text.push('(');
    }
    match &expression.kind {
        ExpressionKind::Number(number) => show_number(*number, text),
        ExpressionKind::Text(bytes) => show_text(bytes, text),
        ExpressionKind::Name(name) => text.push_str(name),
        ExpressionKind::Call { name, arguments } => {
            text.push_str(&name.to_uppercase());
            text.push('(');
            separated(arguments, text, show_argument);
            text.push(')');
        }
        ExpressionKind::Element { array, index } => {
            text.push_str(array);
            text.push('{');
            separated(index, text, |index, text| show(index, 0, text));
            text.push('}');
        }
        ExpressionKind::Conversion {
            name,
            value,
            question_marks,
            spec,
        } => {
            text.push_str(&name.to_uppercase());
            text.push('(');
            show(value, 0, text);
            text.push_str(", ");
            (0..*question_marks).for_each(|_| text.push('?'));
            text.push_str(spec);
            text.push(')');
        }
        ExpressionKind::Unary(operator, operand) => {
            text.push_str(match operator {
                Unary::Minus => "-",
                Unary::Plus => "+",
                Unary::Not => "not ",
            });
            show(operand, rank, text);
        }
        ExpressionKind::Binary {
            operator,
            prefix,
            left,
            right,
        } => {
            // Operators associate to the left, so only a right operand of equal rank needs parentheses.
            show(left, rank, text);
            text.push_str(sign(*operator));
            if *prefix {
                text.push(':');
            }
            if matches!(operator, Binary::And | Binary::Or) {
                text.push(' ');
            }
            show(right, rank + 1, text);
        }
        ExpressionKind::In { value, prefix, among } => {
            show(value, rank + 1, text);
            text.push_str(if *prefix { " in: (" } else { " in (" });
            separated(among, text, show_item);
            text.push(')');
        }
        ExpressionKind::Between(value, least, greatest) => {
            show(value, rank + 1, text);
            text.push_str(" between ");
            show(least, rank + 1, text);
            text.push_str(" and ");
            show(greatest, rank + 1, text);
        }
        ExpressionKind::Contains(value, part) => two(value, " contains ", part, rank, text),
        ExpressionKind::Like { value, pattern, escape } => {
            two(value, " like ", pattern, rank, text);
            if let Some(escape) = escape {
                text.push_str(" escape ");
                show(escape, rank + 1, text);
            }
        }
        ExpressionKind::IsMissing(value) => {
            show(value, rank + 1, text);
            text.push_str(" is missing");
        }
        // A condition on a data set has none.
        ExpressionKind::Object(_) => text.push_str("..."),
        ExpressionKind::Sql(sql) => show_sql(sql, text),
    }
    if parentheses {
        text.push(')');
    }
}

/// Formats expressions of PROC SQL; queries are abbreviated to three dots.
fn show_sql(sql: &SqlExpression, text: &mut String) {
    match sql {
        SqlExpression::Column { table, column } => {
            text.push_str(&table.text);
            text.push('.');
            text.push_str(&column.text);
        }
        SqlExpression::Calculated(name) => {
            text.push_str("calculated ");
            text.push_str(&name.text);
        }
        SqlExpression::Case { .. } => text.push_str("case ... end"),
        SqlExpression::Value { .. } => text.push_str("(select ...)"),
        SqlExpression::Exists(_) => text.push_str("exists (select ...)"),
        SqlExpression::In { value, .. } => {
            show(value, 4, text);
            text.push_str(" in (select ...)");
        }
        SqlExpression::Quantified { value, .. } => {
            show(value, 4, text);
            text.push_str(" compared with (select ...)");
        }
        SqlExpression::CountRows => text.push_str("COUNT(*)"),
        SqlExpression::Distinct { function, of } => {
            text.push_str(&function.to_uppercase());
            text.push_str("(distinct ");
            show(of, 0, text);
            text.push(')');
        }
    }
}

fn two(left: &Expression, word: &str, right: &Expression, rank: u8, text: &mut String) {
    show(left, rank + 1, text);
    text.push_str(word);
    show(right, rank + 1, text);
}

fn sign(operator: Binary) -> &'static str {
    match operator {
        Binary::Add => "+",
        Binary::Subtract => "-",
        Binary::Multiply => "*",
        Binary::Divide => "/",
        Binary::Power => "**",
        Binary::Concatenate => "||",
        Binary::Least => " min ",
        // `<>` is another comparison in WHERE.
        Binary::Greatest => " max ",
        Binary::Equal => "=",
        Binary::NotEqual => " ne ",
        Binary::Less => "<",
        Binary::LessOrEqual => "<=",
        Binary::Greater => ">",
        Binary::GreaterOrEqual => ">=",
        Binary::And => " and",
        Binary::Or => " or",
    }
}

fn separated<T>(items: &[T], text: &mut String, show: impl Fn(&T, &mut String)) {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        show(item, text);
    }
}

fn show_argument(argument: &CallArgument, text: &mut String) {
    match argument {
        CallArgument::One(expression) => show(expression, 0, text),
        CallArgument::Omitted(_) => {}
        CallArgument::Of(lists, _) => {
            text.push_str("of");
            for VariableList { range, .. } in lists {
                text.push(' ');
                show_range(range, text);
            }
        }
    }
}

fn show_range(range: &VariableRange, text: &mut String) {
    match range {
        VariableRange::One(name) => text.push_str(name),
        VariableRange::Numbered {
            prefix,
            first,
            last,
            digits,
        } => {
            text.push_str(&format!("{prefix}{first:0digits$}-{prefix}{last:0digits$}"));
        }
        VariableRange::Between { first, last, .. } => text.push_str(&format!("{first}--{last}")),
        VariableRange::Prefix(prefix) => text.push_str(&format!("{prefix}:")),
        VariableRange::All(_) => text.push_str("_all_"),
        VariableRange::Array(name) => text.push_str(&format!("{name}{{*}}")),
    }
}

fn show_item(item: &InItem, text: &mut String) {
    match item {
        InItem::One(expression) => show(expression, 0, text),
        InItem::Range(first, last) => {
            show_number(*first, text);
            text.push(':');
            show_number(*last, text);
        }
        InItem::Array(name) => text.push_str(name),
    }
}

fn show_number(number: f64, text: &mut String) {
    match missing::letter(number) {
        None => text.push_str(&number.to_string()),
        Some(letter) => {
            text.push('.');
            text.extend(letter);
        }
    }
}

fn show_text(bytes: &[u8], text: &mut String) {
    text.push('\'');
    text.push_str(&String::from_utf8_lossy(bytes).replace('\'', "''"));
    text.push('\'');
}
