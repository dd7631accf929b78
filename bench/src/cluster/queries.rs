//! The queries of TPC-H in PROC SQL, with the parameters with which an implementation is validated.
//!
//! Each makes the table `out.qNN` of the tables in the library `t`; `&scale` is their scale. Amounts that are compared
//! with the greatest of them are rounded, because floating-point sums depend on the order of the rows.

/// The number of queries.
pub const COUNT: usize = 22;

/// The texts of the queries.
const TEXTS: [&str; COUNT] = [
    include_str!("queries/q01.sas"),
    include_str!("queries/q02.sas"),
    include_str!("queries/q03.sas"),
    include_str!("queries/q04.sas"),
    include_str!("queries/q05.sas"),
    include_str!("queries/q06.sas"),
    include_str!("queries/q07.sas"),
    include_str!("queries/q08.sas"),
    include_str!("queries/q09.sas"),
    include_str!("queries/q10.sas"),
    include_str!("queries/q11.sas"),
    include_str!("queries/q12.sas"),
    include_str!("queries/q13.sas"),
    include_str!("queries/q14.sas"),
    include_str!("queries/q15.sas"),
    include_str!("queries/q16.sas"),
    include_str!("queries/q17.sas"),
    include_str!("queries/q18.sas"),
    include_str!("queries/q19.sas"),
    include_str!("queries/q20.sas"),
    include_str!("queries/q21.sas"),
    include_str!("queries/q22.sas"),
];

/// A program with all queries.
#[derive(Debug)]
pub struct Program {
    /// Its text.
    pub text: String,
    /// The number of the line before each query.
    lines: [usize; COUNT],
}

impl Program {
    /// Returns the program that begins with the assignment of its libraries, makes its tables in the library OUT, and
    /// exports each of them as a CSV file in the folder `out`.
    pub fn new(libraries: &str, out: &str, scale: f64) -> Self {
        let mut text = format!("{libraries}%let scale = {scale};\n");
        let mut lines = [0; COUNT];
        for (query, line) in TEXTS.iter().zip(&mut lines) {
            *line = text.lines().count();
            text += &format!("proc sql;\n{query}quit;\n");
        }
        for number in 1..=COUNT {
            text +=
                &format!("proc export data=out.q{number:02} outfile='{out}/q{number:02}.csv' dbms=csv replace; run;\n");
        }
        Self { text, lines }
    }

    /// Returns the index of the query that has a line of the program; `None` for lines before and after all of them.
    pub fn query_of(&self, line: usize) -> Option<usize> {
        let end = self.text.lines().position(|line| line.starts_with("proc export"))?;
        let before = self.lines.iter().take_while(|&&own| own < line).count();
        (line <= end).then_some(before)?.checked_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_belong_to_queries() {
        let program = Program::new("libname t '/t';\nlibname out '/out';\n", "/out", 1.0);
        let number = |text: &str| {
            let line = program.text.lines().position(|line| line.contains(text));
            program.query_of(line.unwrap() + 1).map(|index| index + 1)
        };
        assert_eq!(number("libname t"), None);
        assert_eq!(number("create table out.q01"), Some(1));
        assert_eq!(number("create table out.q17"), Some(17));
        assert_eq!(number("create table out.q22"), Some(22));
        assert_eq!(number("proc export data=out.q01"), None);
    }
}
