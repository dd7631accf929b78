//! Tests of the lexer, through the reader.

use proptest::prelude::*;

use super::*;
use crate::reader::Reader;
use crate::testing::{Log, run};

fn tokens(text: &str) -> Vec<Token> {
    let mut reader = Reader::new("test", &format!("{text};")).unwrap();
    reader.next_statement(&mut Log::default()).unwrap().unwrap().tokens
}

/// Lists the kinds and texts of tokens, one on each line.
fn table(text: &str) -> String {
    let row = |token: Token| {
        let kind = match token.kind {
            TokenKind::Symbol(symbol) => format!("{symbol:?}"),
            kind => format!("{kind:?}"),
        };
        let space = if token.space_before { "_" } else { "" };
        format!("{} {kind} {space}{}", token.position.column, token.text)
    };
    tokens(text).into_iter().map(row).collect::<Vec<_>>().join("\n")
}

#[test]
fn words_numbers_and_texts() {
    insta::assert_snapshot!(table(
        "data _a1 'x y'n = \"it''s \"\"so\"\"\" 'it''s' '01jan2026'D '1:30't '4F'x '01'b '1jan60:0:0'dt"
    ));
}

#[test]
fn numbers_of_all_spellings() {
    insta::assert_snapshot!(table(
        "1 1. .5 1.5e3 1E-3 1e+3 0FFx 1e 2e-x 1to 3x 1eq 9.2.1 comma12.2 $8. .a 1e5e"
    ));
    let values: Vec<_> = tokens("1 1. .5 1.5e3 1E-3 0FFx 0e1x 1e999")
        .iter()
        .map(Token::number)
        .collect();
    let expected = [
        Some(1.0),
        Some(1.0),
        Some(0.5),
        Some(1500.0),
        Some(0.001),
        Some(255.0),
        Some(225.0),
        None,
    ];
    assert_eq!(values, expected);
}

#[test]
fn a_text_goes_on_in_the_next_line() {
    let texts = tokens("'one \n two' \"one\r\ntwo\"");
    let texts: Vec<_> = texts.iter().map(|token| &*token.text).collect();
    assert_eq!(texts, ["one  two", "onetwo"]);
}

#[test]
fn operators_and_punctuation() {
    insta::assert_snapshot!(table(
        "a**b||c!!d<=e>=f^=g~=h¬=i<>j><k=:l=<m=>n {o}[p] @@ # ? $ & % * / | ~ é"
    ));
}

#[test]
fn comments_are_space() {
    assert_eq!(
        run("a/* ; */b; * it's; c; %* no %let x=1;d; x = 1 * 2; /* last */"),
        "> a b;\n> c;\n> d;\n> x = 1 * 2;"
    );
}

#[test]
fn what_is_never_closed_is_said() {
    insta::assert_snapshot!(
        [
            run("a; x = 'abc; b;"),
            run("a; x = \"abc; b;"),
            run("a; /* abc; b;"),
            run("a; b"),
        ]
        .join("\n---\n")
    );
}

#[test]
fn bytes_of_texts() {
    let bytes = |text: &str| tokens(text)[0].bytes().map(std::borrow::Cow::into_owned);
    assert_eq!(bytes("'abc'"), Some(b"abc".to_vec()));
    assert_eq!(bytes("'4f 4B,41'x"), Some(b"OKA".to_vec()));
    assert_eq!(bytes("'4f4'x"), None);
    assert_eq!(bytes("'4 f'x"), None);
    assert_eq!(bytes("'zz'x"), None);
    assert_eq!(bytes("abc"), None);
}

proptest! {
    /// Tokens that are spelled and read again are the same.
    #[test]
    fn spelling_comes_back(text in "[a-z0-9 .'=<>*$+-]{0,30}") {
        let mut reader = Reader::new("test", &format!("{text};")).unwrap();
        let Ok(Some(statement)) = reader.next_statement(&mut Log::default()) else {
            return Ok(());
        };
        let spelled = spell(&statement.tokens);
        let again = tokens(&spelled);
        let bare = |tokens: &[Token]| {
            tokens.iter().map(|token| (token.kind, token.text.clone())).collect::<Vec<_>>()
        };
        prop_assert_eq!(bare(&again), bare(&statement.tokens));
    }
}
