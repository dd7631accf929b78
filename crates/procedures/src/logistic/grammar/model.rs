//! MODEL and CLASS.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::Name;
use feedrate_language::{Diagnostic, Position};

use crate::aggregate::ClassOrder;
use crate::glm::grammar::{ModelPart, terms};
use crate::grammar::lowering::Lowering;
use crate::linear::grammar::{alpha, number};
use crate::logistic::{Parametrization, ReferenceLevel};

const MODEL_OPTIONS: &[&str] = &[
    "ALPHA=",
    "CLODDS=WALD",
    "FCONV=",
    "GCONV=",
    "LINK=LOGIT",
    "MAXITER=",
    "NOINT",
    "RISKLIMITS",
];

/// The maximum value of MAXITER=.
const MOST_STEPS: u64 = 10_000;

#[derive(Debug)]
pub(super) struct Model {
    pub response: Name,
    pub of_response: LevelOptions,
    /// The level of EVENT= or REF=, and which of the two it is.
    pub event: Option<(ReferenceLevel, bool)>,
    pub effects: Vec<ModelPart>,
    pub intercept: bool,
    pub alpha: Option<f64>,
    pub most_steps: Option<u32>,
    pub function: Option<f64>,
    pub gradient: Option<f64>,
    pub odds_limits: bool,
    pub at: Position,
}

/// The options about the order of levels.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LevelOptions {
    pub order: Option<LevelOrder>,
    pub descending: bool,
    pub missing: bool,
}

/// The value of ORDER=.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LevelOrder {
    Classes(ClassOrder),
    Frequency,
}

/// A variable of CLASS, with its own options.
#[derive(Debug)]
pub(super) struct Class {
    pub name: Name,
    pub options: ClassOptions,
}

/// The options of CLASS.
#[derive(Clone, Debug, Default)]
pub(super) struct ClassOptions {
    pub levels: LevelOptions,
    pub coding: Option<Parametrization>,
    pub reference: Option<ReferenceLevel>,
}

pub(super) fn model(
    lowering: &Lowering<'_>,
    cursor: &mut Cursor<'_>,
    at: Position,
) -> Result<Model> {
    let mut model = Model {
        response: cursor.expect_name("the response of MODEL")?,
        of_response: LevelOptions::default(),
        event: None,
        effects: Vec::new(),
        intercept: true,
        alpha: None,
        most_steps: None,
        function: None,
        gradient: None,
        odds_limits: false,
        at,
    };
    if cursor.is(0, Symbol::Slash) {
        let error = cursor.error("MODEL of events/trials is not supported");
        return Err(error.with_hint("give the response of each trial, and how often by FREQ"));
    }
    if cursor.take(Symbol::LeftParen) {
        while !cursor.take(Symbol::RightParen) {
            let option = cursor.expect_name("an option of the response or `)`")?;
            let word = option.text.to_ascii_lowercase();
            match word.as_str() {
                "event" => model.event = Some((reference(cursor, "EVENT")?, true)),
                "ref" | "reference" => model.event = Some((reference(cursor, "REF")?, false)),
                _ if model.of_response.take(&word, cursor)? => {}
                _ => {
                    let known = ["DESCENDING", "EVENT=", "ORDER=", "REF="];
                    return Err(lowering.unknown(&option, "an option of the response", &known));
                }
            }
        }
    }
    cursor.expect(Symbol::Equal, "after the response of MODEL")?;
    model.effects = terms(cursor)?;
    if cursor.take(Symbol::Slash) {
        while !cursor.at_end() {
            let option = cursor.expect_name("an option of MODEL")?;
            if !model.option(&option, cursor)? {
                return Err(lowering.unknown(&option, "an option of MODEL", MODEL_OPTIONS));
            }
        }
    }
    Ok(model)
}

impl Model {
    /// Parses an option after the slash; returns false if it is unknown.
    fn option(&mut self, option: &Name, cursor: &mut Cursor<'_>) -> Result<bool> {
        let word = option.text.to_ascii_lowercase();
        match word.as_str() {
            "noint" => self.intercept = false,
            // The table of odds ratios always has limits.
            "risklimits" | "rl" => {}
            "alpha" => self.alpha = Some(alpha(cursor)?),
            "maxiter" => {
                cursor.expect(Symbol::Equal, "after MAXITER")?;
                let at = cursor.position();
                let steps = cursor.expect_count("how many iterations, for MAXITER")?;
                if steps > MOST_STEPS {
                    let message = format!("MAXITER= takes a whole number of at most {MOST_STEPS}");
                    return Err(Diagnostic::error(at, message));
                }
                self.most_steps = Some(steps as u32);
            }
            "fconv" => self.function = Some(limit(cursor, "FCONV")?),
            "gconv" => self.gradient = Some(limit(cursor, "GCONV")?),
            "clodds" => {
                only(cursor, "CLODDS", &["wald"], "WALD")?;
                self.odds_limits = true;
            }
            "link" => only(cursor, "LINK", &["logit", "clogit", "cumlogit"], "LOGIT")?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Parses `=` and a number from 0.
fn limit(cursor: &mut Cursor<'_>, of: &str) -> Result<f64> {
    cursor.expect(Symbol::Equal, &format!("after {of}"))?;
    let at = cursor.position();
    let limit = number(cursor, &format!("a number for {of}="))?;
    match limit >= 0.0 {
        true => Ok(limit),
        false => Err(Diagnostic::error(
            at,
            format!("{of}= takes a number that is not negative"),
        )),
    }
}

/// Parses `=` and one of several words.
fn only(cursor: &mut Cursor<'_>, of: &str, known: &[&str], takes: &str) -> Result<()> {
    cursor.expect(Symbol::Equal, &format!("after {of}"))?;
    let at = cursor.position();
    let word = cursor.option_word(of)?;
    match known.contains(&word.to_ascii_lowercase().as_str()) {
        true => Ok(()),
        false => {
            let message = format!("{of}= takes {takes} here, not {word}");
            Err(Diagnostic::error(at, message))
        }
    }
}

impl LevelOptions {
    /// Parses ORDER=, DESCENDING or MISSING; returns false for any other word.
    fn take(&mut self, word: &str, cursor: &mut Cursor<'_>) -> Result<bool> {
        match word {
            "descending" | "desc" | "descend" => self.descending = true,
            "missing" => self.missing = true,
            "order" => self.order = Some(order(cursor)?),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Parses `=` and an order of levels.
pub(crate) fn order(cursor: &mut Cursor<'_>) -> Result<LevelOrder> {
    cursor.expect(Symbol::Equal, "after ORDER")?;
    let at = cursor.position();
    let word = cursor.option_word("ORDER")?.to_ascii_lowercase();
    Ok(match word.as_str() {
        "data" => LevelOrder::Classes(ClassOrder::Data),
        "formatted" => LevelOrder::Classes(ClassOrder::Formatted),
        "internal" => LevelOrder::Classes(ClassOrder::Internal),
        "freq" => LevelOrder::Frequency,
        _ => {
            let message = format!("ORDER= takes DATA, FORMATTED, FREQ or INTERNAL, not {word}");
            return Err(Diagnostic::error(at, message));
        }
    })
}

/// Parses `=` and a level: FIRST, LAST, or a formatted value in quotes.
fn reference(cursor: &mut Cursor<'_>, of: &str) -> Result<ReferenceLevel> {
    cursor.expect(Symbol::Equal, &format!("after {of}"))?;
    if let Some(bytes) = cursor.take_text()? {
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        return Ok(ReferenceLevel::Shown(text));
    }
    let word = cursor.option_word(of)?;
    Ok(match word.to_ascii_lowercase().as_str() {
        "first" => ReferenceLevel::First,
        "last" => ReferenceLevel::Last,
        _ => ReferenceLevel::Shown(word),
    })
}

/// Parses `v(ref='x' param=ref) w / param=effect`. Options after the slash apply to variables that have none of their
/// own.
pub(super) fn classes(lowering: &Lowering<'_>, cursor: &mut Cursor<'_>) -> Result<Vec<Class>> {
    let mut classes = Vec::new();
    while !cursor.at_end() && !cursor.is(0, Symbol::Slash) {
        let mut class = Class {
            name: cursor.expect_name("a variable for CLASS")?,
            options: ClassOptions::default(),
        };
        if cursor.take(Symbol::LeftParen) {
            while !cursor.take(Symbol::RightParen) {
                class.options.take(lowering, cursor)?;
            }
        }
        classes.push(class);
    }
    if classes.is_empty() {
        return Err(cursor.expected("a variable for CLASS"));
    }
    if cursor.take(Symbol::Slash) {
        let mut of_all = ClassOptions::default();
        while !cursor.at_end() {
            of_all.take(lowering, cursor)?;
        }
        for class in &mut classes {
            let own = &mut class.options;
            own.levels.order = own.levels.order.or(of_all.levels.order);
            own.levels.descending |= of_all.levels.descending;
            own.levels.missing |= of_all.levels.missing;
            own.coding = own.coding.or(of_all.coding);
            own.reference = own.reference.take().or_else(|| of_all.reference.clone());
        }
    }
    Ok(classes)
}

impl ClassOptions {
    fn take(&mut self, lowering: &Lowering<'_>, cursor: &mut Cursor<'_>) -> Result<()> {
        let option = cursor.expect_name("an option of CLASS")?;
        let word = option.text.to_ascii_lowercase();
        match word.as_str() {
            "ref" | "reference" => self.reference = Some(reference(cursor, "REF")?),
            "param" => {
                cursor.expect(Symbol::Equal, "after PARAM")?;
                let at = cursor.position();
                let word = cursor.option_word("PARAM")?.to_ascii_lowercase();
                self.coding = Some(match word.as_str() {
                    "effect" => Parametrization::Effect,
                    "ref" | "reference" => Parametrization::Reference,
                    "glm" => Parametrization::Indicator,
                    _ => {
                        let message = format!("PARAM= takes EFFECT, REF or GLM here, not {word}");
                        return Err(Diagnostic::error(at, message));
                    }
                });
            }
            _ if self.levels.take(&word, cursor)? => {}
            _ => {
                let known = ["DESCENDING", "MISSING", "ORDER=", "PARAM=", "REF="];
                return Err(lowering.unknown(&option, "an option of CLASS", &known));
            }
        }
        Ok(())
    }
}
