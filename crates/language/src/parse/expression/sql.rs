//! The parts that only expressions of PROC SQL have: columns of tables, CASE, subqueries, aggregates of distinct
//! values.

use super::operator::Group;
use super::{Size, SizedExpression};
use crate::parse::cursor::{Cursor, Result};
use crate::source::Position;
use crate::token::Symbol;
use crate::tree::{Binary, CallArgument, CaseBranch, Expression, ExpressionKind, Name, Quantifier, SqlExpression};

/// Operators that compare up to the length of the shorter side, as a colon does in a DATA step.
const TRUNCATED: &[(&str, Binary)] = &[
    ("eqt", Binary::Equal),
    ("net", Binary::NotEqual),
    ("gtt", Binary::Greater),
    ("get", Binary::GreaterOrEqual),
    ("ltt", Binary::Less),
    ("let", Binary::LessOrEqual),
];

impl Cursor<'_> {
    /// Parses an expression of PROC SQL.
    pub(in crate::parse) fn sql_expression(&mut self) -> Result<Expression> {
        let outside = (self.in_sql, self.in_where);
        (self.in_sql, self.in_where) = (true, true);
        let result = self.climb(Group::Or);
        (self.in_sql, self.in_where) = outside;
        Ok(result?.expression)
    }

    /// Returns whether a query in parentheses begins at the token `ahead` of the next.
    pub(in crate::parse) fn at_query(&self, ahead: usize) -> bool {
        let mut ahead = ahead;
        if !self.is(ahead, Symbol::LeftParen) {
            return false;
        }
        while self.is(ahead, Symbol::LeftParen) {
            ahead += 1;
        }
        self.is_word(ahead, "select")
    }

    /// Parses an operand that only PROC SQL has, if one is next.
    pub(super) fn sql_operand(&mut self) -> Result<Option<SizedExpression>> {
        let at = self.position();
        if self.at_query(0) {
            let begins = self.taken();
            let query = Box::new(self.query_in_parentheses()?);
            let text = self.text_since(begins);
            return Ok(Some(leaf(SqlExpression::Value { query, text }, at)));
        }
        if self.is_word(0, "calculated") && self.is_name(1) {
            self.skip(1);
            let name = self.expect_name("the name of a column after CALCULATED")?;
            return Ok(Some(leaf(SqlExpression::Calculated(name), at)));
        }
        if self.is_word(0, "exists") && self.at_query(1) {
            self.skip(1);
            let query = self.query_in_parentheses()?;
            return Ok(Some(leaf(SqlExpression::Exists(Box::new(query)), at)));
        }
        // `case` may also be the name of a column.
        if self.is_word(0, "case") && !self.ends_operand(1) {
            self.skip(1);
            return self.case(at).map(Some);
        }
        Ok(None)
    }

    /// Returns whether the token `ahead` of the next can follow an operand but not begin one.
    fn ends_operand(&self, ahead: usize) -> bool {
        match self.token(ahead) {
            None => true,
            Some(token) => {
                [
                    "as", "from", "label", "format", "length", "informat", "then", "end", "desc",
                ]
                .iter()
                .any(|word| token.is_name(word))
                    || [
                        Symbol::Comma,
                        Symbol::RightParen,
                        Symbol::Dot,
                        Symbol::Equal,
                        Symbol::Less,
                        Symbol::Greater,
                        Symbol::Star,
                        Symbol::Slash,
                    ]
                    .iter()
                    .any(|symbol| token.is_symbol(*symbol))
            }
        }
    }

    /// Returns whether the token `ahead` of the next is an operator that can follow an operand.
    fn begins_operator(&self, ahead: usize) -> bool {
        let mut rest = self.clone();
        rest.skip(ahead);
        rest.infix().is_some()
    }

    /// Parses `case … end`, whose first word was consumed.
    fn case(&mut self, at: Position) -> Result<SizedExpression> {
        let mut size = Size::LEAF;
        let mut part = |cursor: &mut Self| -> Result<Expression> {
            let grown = cursor.climb(Group::Or)?;
            size = size.over(grown.size);
            Ok(grown.expression)
        };
        let of = match self.is_word(0, "when") {
            true => None,
            false => Some(Box::new(part(self)?)),
        };
        let mut branches = Vec::new();
        while self.take_word("when") {
            let when = part(self)?;
            self.expect_word("then", "after the condition of WHEN")?;
            let then = part(self)?;
            branches.push(CaseBranch { when, then });
        }
        if branches.is_empty() {
            return Err(self.expected("WHEN after CASE"));
        }
        let otherwise = match self.take_word("else") {
            true => Some(Box::new(part(self)?)),
            false => None,
        };
        self.expect_word("end", "to end CASE")?;
        let case = SqlExpression::Case {
            of,
            branches,
            otherwise,
        };
        Ok(SizedExpression::new(kind(case), at, size))
    }

    /// Parses `a.x`, whose name before the dot was consumed. The dot is next.
    pub(super) fn sql_column(&mut self, table: Name) -> Result<SizedExpression> {
        self.skip(1);
        let at = table.at;
        let mut table = table;
        let mut column = self.expect_name("the name of a column after the table and a dot")?;
        // `library.table.column`.
        if self.is(0, Symbol::Dot) && self.is_name(1) {
            self.skip(1);
            table.text = format!("{}.{}", table.text, column.text);
            column = self.expect_name("the name of a column after the table and a dot")?;
        }
        Ok(leaf(SqlExpression::Column { table, column }, at))
    }

    /// Parses a call in the syntax of PROC SQL: `count(*)`, `sum(distinct x)`, `trim(both 'x' from y)`, `substring(x
    /// from 2 for 3)`. The parenthesis was consumed.
    pub(super) fn sql_call(&mut self, name: &Name) -> Result<Option<SizedExpression>> {
        let is = |word: &str| name.text.eq_ignore_ascii_case(word);
        if self.is(0, Symbol::Star) && self.is(1, Symbol::RightParen) {
            if !is("count") && !is("freq") && !is("n") {
                return Err(self.error(format!("only COUNT takes a `*`, and {} does not", name.text)));
            }
            self.skip(2);
            return Ok(Some(leaf(SqlExpression::CountRows, name.at)));
        }
        // ALL is the default of summaries.
        let is_of_all = self.is_word(0, "all") && !self.ends_operand(1);
        self.skip(usize::from(is_of_all && !self.begins_operator(1)));
        let is_distinct = self.is_word(0, "distinct") || self.is_word(0, "unique");
        if is_distinct && !self.ends_operand(1) {
            self.skip(1);
            let of = self.climb(Group::Or)?;
            self.expect(Symbol::RightParen, "after what the aggregate is of")?;
            let size = Size::LEAF.over(of.size);
            let distinct = SqlExpression::Distinct {
                function: name.text.clone(),
                of: Box::new(of.expression),
            };
            return Ok(Some(SizedExpression::new(kind(distinct), name.at, size)));
        }
        if is("substring") {
            return self.substring(name).map(Some);
        }
        Ok(None)
    }

    /// Parses `substring(x from 2 for 3)` as `substr(x, 2, 3)`.
    fn substring(&mut self, name: &Name) -> Result<SizedExpression> {
        let mut size = Size::LEAF;
        let mut arguments = Vec::new();
        for (word, must) in [(None, true), (Some("from"), true), (Some("for"), false)] {
            let is_next = |cursor: &mut Self, word| cursor.take_word(word) || cursor.take(Symbol::Comma);
            match word {
                Some(word) if is_next(self, word) => {}
                Some(_) if must => return Err(self.expected("FROM after the text of SUBSTRING")),
                Some(_) => break,
                None => {}
            }
            let one = self.climb(Group::Or)?;
            size = size.over(one.size);
            arguments.push(CallArgument::One(one.expression));
        }
        self.expect(Symbol::RightParen, "to end SUBSTRING")?;
        let kind = ExpressionKind::Call {
            name: "substr".to_owned(),
            arguments,
        };
        Ok(SizedExpression::new(kind, name.at, size))
    }

    /// Parses `any (select …)` and `all (select …)` after a comparison.
    pub(super) fn quantified(
        &mut self,
        left: &SizedExpression,
        operator: Binary,
        at: Position,
    ) -> Result<Option<SizedExpression>> {
        let quantifier = match () {
            () if self.is_word(0, "any") || self.is_word(0, "some") => Quantifier::Any,
            () if self.is_word(0, "all") => Quantifier::All,
            () => return Ok(None),
        };
        if !self.at_query(1) {
            return Ok(None);
        }
        self.skip(1);
        let among = Box::new(self.query_in_parentheses()?);
        let size = Size::LEAF.over(left.size);
        let quantified = SqlExpression::Quantified {
            value: Box::new(left.expression.clone()),
            operator,
            quantifier,
            among,
        };
        Ok(Some(SizedExpression::new(kind(quantified), at, size)))
    }

    /// Parses the query of IN, which was consumed.
    pub(super) fn in_query(&mut self, value: Box<Expression>) -> Result<ExpressionKind> {
        let among = Box::new(self.query_in_parentheses()?);
        Ok(kind(SqlExpression::In { value, among }))
    }

    /// Returns the operator that is next if it compares up to the length of the shorter side.
    pub(super) fn truncated(&self) -> Option<Binary> {
        let token = self.token(0)?;
        let found = TRUNCATED.iter().find(|(word, _)| token.is_name(word))?;
        Some(found.1)
    }
}

fn kind(expression: SqlExpression) -> ExpressionKind {
    ExpressionKind::Sql(Box::new(expression))
}

fn leaf(expression: SqlExpression, at: Position) -> SizedExpression {
    SizedExpression::leaf(kind(expression), at)
}
