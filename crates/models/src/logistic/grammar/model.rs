//! MODEL and CLASS.

use feedrate_language::Position;
use feedrate_language::parse::cursor::Result;
use feedrate_language::token::Symbol;
use feedrate_language::tree::Name;
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::{OptionTable, help, options};
use feedrate_procedure::variables::ClassOrder;

use crate::glm::grammar::{ModelPart, terms};
use crate::logistic::{Parametrization, ReferenceLevel};

pub(super) const RESPONSE_OPTIONS: OptionTable<Model> = options! {
    DESCENDING | DESC | DESCEND => Switch(|model| model.of_response.descending = true), help::DESCENDING;
    EVENT => Own("=a level, FIRST or LAST", |model, from| {
        model.event = Some((reference(from)?, true));
        Ok(())
    }), "The level whose probability is modelled.";
    MISSING => Switch(|model| model.of_response.missing = true), help::MISSING;
    ORDER => OrderOrFrequency(|model, order| model.of_response.order = Some(order.into())),
        "The order of its levels; FORMATTED by default.";
    REF | REFERENCE => Own("=a level, FIRST or LAST", |model, from| {
        model.event = Some((reference(from)?, false));
        Ok(())
    }), "The level that the other one is compared with.";
};

pub(super) const MODEL_OPTIONS: OptionTable<Model> = options! {
    ALPHA => Alpha(|model, alpha| model.alpha = Some(alpha)), help::ALPHA;
    CLODDS => Words(&[("WALD", |model| model.odds_limits = true)]), "Confidence limits of odds ratios as a table.";
    FCONV => NotNegative(|model, limit| model.function = Some(limit)),
        "Ends the iterations when the likelihood changes less.";
    GCONV => NotNegative(|model, limit| model.gradient = Some(limit)),
        "Ends the iterations when the gradient is less; 1E-8 by default.";
    LINK => Words(&[("LOGIT CLOGIT CUMLOGIT", |_| {})]), "No effect: this is so without it.";
    MAXITER => Whole(0, 10_000, |model, most| model.most_steps = Some(most as u32)), "The most iterations.";
    NOINT => Switch(|model| model.intercept = false), help::NOINT;
    RISKLIMITS | RL => Switch(|_| {}), "No effect: the table of odds ratios always has limits.";
};

/// The options of one variable, or after the slash, of the variables without options of their own.
pub(super) const CLASS_OPTIONS: OptionTable<ClassOptions> = options! {
    DESCENDING | DESC | DESCEND => Switch(|class| class.levels.descending = true), help::DESCENDING;
    MISSING => Switch(|class| class.levels.missing = true), help::MISSING;
    ORDER => OrderOrFrequency(|class, order| class.levels.order = Some(order.into())),
        "The order of levels; FORMATTED by default.";
    PARAM => Words(&[
        ("EFFECT", |class| class.coding = Some(Parametrization::Effect)),
        ("REF REFERENCE", |class| class.coding = Some(Parametrization::Reference)),
        ("GLM", |class| class.coding = Some(Parametrization::Indicator)),
    ]), "How levels become parameters; EFFECT by default.";
    REF | REFERENCE => Own("=a level, FIRST or LAST", |class, from| {
        class.reference = Some(reference(from)?);
        Ok(())
    }), "The level that the others are compared with.";
};

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

pub(super) fn model(from: &mut Argument<'_, '_>) -> Result<Model> {
    let (cursor, at) = (&mut *from.cursor, from.at);
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
    from.options_in_parentheses(RESPONSE_OPTIONS, &mut model)?;
    from.cursor.expect(Symbol::Equal, "after the response of MODEL")?;
    model.effects = terms(from.cursor)?;
    from.options_behind_slash(MODEL_OPTIONS, &mut model)?;
    Ok(model)
}

impl From<Option<ClassOrder>> for LevelOrder {
    fn from(order: Option<ClassOrder>) -> Self {
        order.map_or(Self::Frequency, Self::Classes)
    }
}

/// Parses `=` and a level: FIRST, LAST, or a formatted value in quotes.
fn reference(from: &mut Argument<'_, '_>) -> Result<ReferenceLevel> {
    from.equals()?;
    if let Some(bytes) = from.cursor.take_text()? {
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        return Ok(ReferenceLevel::Shown(text));
    }
    let word = from.cursor.option_word(&from.name)?;
    Ok(match word.to_ascii_lowercase().as_str() {
        "first" => ReferenceLevel::First,
        "last" => ReferenceLevel::Last,
        _ => ReferenceLevel::Shown(word),
    })
}

/// Parses `v(ref='x' param=ref) w / param=effect`. Options after the slash apply to variables that have none of their
/// own.
pub(super) fn classes(from: &mut Argument<'_, '_>) -> Result<Vec<Class>> {
    let mut classes = Vec::new();
    while !from.cursor.at_end() && !from.cursor.is(0, Symbol::Slash) {
        let mut class = Class {
            name: from.cursor.expect_name("a variable for CLASS")?,
            options: ClassOptions::default(),
        };
        from.options_in_parentheses(CLASS_OPTIONS, &mut class.options)?;
        classes.push(class);
    }
    if classes.is_empty() {
        return Err(from.cursor.expected("a variable for CLASS"));
    }
    if from.cursor.take(Symbol::Slash) {
        let mut of_all = ClassOptions::default();
        from.options(CLASS_OPTIONS, &mut of_all)?;
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
