//! Texts that are no statements are told of, and end nothing.

use proptest::prelude::*;

use super::ran;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_statement_ends_the_session(words in prop::collection::vec(prop::sample::select(WORDS), 1..40)) {
        let text = format!(
            "options nosyntaxcheck; data a; x=1; t='a'; run; data b; x=1; y=2; t='b'; run;
             proc sql; {} ; quit; data _null_; put 'STILL HERE'; run;",
            words.join(" ")
        );
        let log = ran(&text);
        // An open quote or comment takes all that follows with it, and none is among the words.
        prop_assert!(log.contains("\nSTILL HERE"), "{text}\n{log}");
    }
}

/// The words of the statements.
const WORDS: &[&str] = &[
    "select",
    "select",
    "select",
    "from",
    "from a",
    "from b",
    "from a, b",
    "where",
    "group by",
    "order by",
    "having",
    "union",
    "except all",
    "intersect corr",
    "outer union",
    "a",
    "b",
    "x",
    "y",
    "t",
    "a.x",
    "b.x",
    "a.*",
    "*",
    "count(*)",
    "sum(x)",
    "max(t)",
    "count(distinct x)",
    "1",
    "0",
    "2.5",
    ".",
    "'a'",
    "'x'n",
    "(",
    ")",
    "(",
    ")",
    ",",
    ",",
    "+",
    "-",
    "/",
    "||",
    "**",
    "=",
    "<",
    "ne",
    "and",
    "or",
    "not",
    "in",
    "(1, 2)",
    "between",
    "exists",
    "any",
    "all",
    "is missing",
    "like 'a%'",
    "case",
    "when",
    "then",
    "else",
    "end",
    "as",
    "as z",
    "calculated",
    "z",
    "join",
    "left join",
    "full join",
    "natural",
    "on",
    "a.x = b.x",
    "distinct",
    "create table c as",
    "into :m",
    "label='l'",
    "format=8.2",
    "length=3",
    "put(x, 8.)",
    "upcase(t)",
    "monotonic()",
    "(select",
    "max(x) from a)",
    "validate",
    "desc",
];
