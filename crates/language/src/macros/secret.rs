//! Recognizes the value of the option SECRET=, which no log may show: the values of references in it, and macro
//! parameters that are used for it.

use crate::token::{Symbol, Token};

/// The name of the option.
const OPTION: &str = "secret";

/// Returns whether the next token of a statement is the option's equals sign or value.
pub fn is_begun(tokens: &[Token]) -> bool {
    match tokens {
        [.., option, equals] if equals.is_symbol(Symbol::Equal) => option.is_name(OPTION),
        [.., option] => option.is_name(OPTION),
        [] => false,
    }
}

/// Returns whether the text of a macro uses a variable in the option's value. The name is in upper case.
pub fn takes(text: &str, name: &str) -> bool {
    let text = text.to_ascii_uppercase();
    let option = OPTION.to_ascii_uppercase();
    let mut after = text.split(&option);
    after.next();
    after.any(|after| {
        let Some(value) = after.trim_start().strip_prefix('=') else {
            return false;
        };
        let value = value.trim_start();
        let end = match value.strip_prefix(['"', '\'']) {
            Some(quoted) => quoted.find(['"', '\'']).map_or(value.len(), |at| at + 1),
            None => value.find([' ', ';', '\n']).unwrap_or(value.len()),
        };
        let mut names = value[..end].split('&').skip(1);
        names.any(|reference| {
            let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            let end = reference.find(|letter| !is_of_name(letter));
            &reference[..end.unwrap_or(reference.len())] == name
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_for_the_option_are_known() {
        for text in [
            "libname q sasesock ':7000' secret=\"&s\";",
            "Secret = \"a&&s.b\"",
            "secret = &S;",
            "secret='x' secret=\"&t.&s\"",
        ] {
            assert!(takes(text, "S"), "{text}");
        }
        for text in [
            "libname q sasesock ':7000' secret=\"&s2\" y=\"&s\";",
            "secret &s",
            "x=&s",
            "secret=\"&s",
        ] {
            assert!(!takes(text, "S2S"), "{text}");
        }
        assert!(!takes("secret='ab' y=\"&s\"", "S"));
    }
}
