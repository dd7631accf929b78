//! Resolves effects to variables.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::Name;
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::InputVariables;
use feedrate_stats::glm::Effect;
use feedrate_values::Kind;

use super::terms::{ModelPart, Term};
use crate::glm::GlmEffect;

/// The maximum number of effects of a model.
const MOST_EFFECTS: usize = 5000;

/// The variables of effects.
pub(crate) struct Factors<'s> {
    pub among: InputVariables<'s>,
    /// The variables of CLASS, as indexes into the variables of the step.
    pub classes: Vec<usize>,
    /// The other variables of effects so far, as indexes into the variables of the step.
    pub covariates: Vec<usize>,
}

impl Factors<'_> {
    /// Resolves the effects of the model, each once.
    pub(crate) fn effects(&mut self, parts: &[ModelPart]) -> Result<Vec<GlmEffect>> {
        let mut effects: Vec<GlmEffect> = Vec::new();
        let mut push = |effect: GlmEffect, at| {
            if effects.iter().any(|other| is_same(other, &effect)) {
                return Ok(());
            }
            if effects.len() == MOST_EFFECTS {
                let message = format!("the model has more than {MOST_EFFECTS} effects");
                return Err(Diagnostic::error(at, message));
            }
            effects.push(effect);
            Ok(())
        };
        for part in parts {
            match part {
                ModelPart::Term(term) => push(self.effect(term)?, term.at)?,
                ModelPart::List(list) => {
                    for index in self.among.of_list(list)? {
                        let name = Name {
                            text: self.among.name(index).to_owned(),
                            at: list.at,
                        };
                        let term = Term {
                            crossed: vec![name],
                            nested: Vec::new(),
                            at: list.at,
                        };
                        push(self.effect(&term)?, list.at)?;
                    }
                }
            }
        }
        Ok(effects)
    }

    /// Resolves a term. Class variables are in the order of CLASS.
    pub(super) fn effect(&mut self, term: &Term) -> Result<GlmEffect> {
        let (mut crossed, mut nested, mut covariates) = (Vec::new(), Vec::new(), Vec::new());
        for name in &term.crossed {
            let index = self.among.one(name)?;
            match self.classes.iter().position(|class| *class == index) {
                Some(class) => crossed.push(class),
                None => covariates.push(self.covariate(index, name)?),
            }
        }
        for name in &term.nested {
            let index = self.among.one(name)?;
            let class = self.classes.iter().position(|class| *class == index);
            let Some(class) = class else {
                let upper = name.text.to_uppercase();
                let message = format!("{upper} is no CLASS variable, and nothing can be nested within it");
                return Err(Diagnostic::error(name.at, message));
            };
            if crossed.contains(&class) {
                let upper = name.text.to_uppercase();
                let message = format!("{upper} is nested within itself");
                return Err(Diagnostic::error(name.at, message));
            }
            nested.push(class);
        }
        for classes in [&mut crossed, &mut nested] {
            classes.sort_unstable();
            classes.dedup();
        }
        let names = |places: &[usize], of: &[usize]| {
            let names = places.iter().map(|place| self.among.name(of[*place]));
            names.map(str::to_owned).collect::<Vec<_>>()
        };
        let mut outer = names(&covariates, &self.covariates);
        outer.extend(names(&crossed, &self.classes));
        let mut name = outer.join("*");
        if !nested.is_empty() {
            let within = names(&nested, &self.classes).join("*");
            name = format!("{name}({within})");
        }
        let effect = Effect {
            crossed,
            nested,
            covariates,
        };
        Ok(GlmEffect { name, effect })
    }

    fn covariate(&mut self, index: usize, name: &Name) -> Result<usize> {
        if self.among.kind(index) != Some(Kind::Number) {
            let upper = name.text.to_uppercase();
            let message = format!("{upper} is a text, and no CLASS variable");
            return Err(Diagnostic::error(name.at, message).with_hint("name it in CLASS"));
        }
        let mut covariates = self.covariates.iter();
        Ok(match covariates.position(|other| *other == index) {
            Some(place) => place,
            None => {
                self.covariates.push(index);
                self.covariates.len() - 1
            }
        })
    }
}

/// Returns the index of the effect of the model that a term names.
pub(super) fn of_model(factors: &mut Factors<'_>, effects: &[GlmEffect], term: &Term, of: &str) -> Result<usize> {
    let known = factors.covariates.len();
    let effect = factors.effect(term)?;
    factors.covariates.truncate(known);
    let place = effects.iter().position(|other| is_same(other, &effect));
    place.ok_or_else(|| {
        let message = format!("{} of {of} is no effect of the model", effect.name);
        let names = effects.iter().map(|effect| effect.name.as_str());
        let names: Vec<_> = names.collect();
        Diagnostic::error(term.at, message).with_hint(format!("it has {}", names.join(" ")))
    })
}

/// Returns whether two effects are equal, regardless of the order of their covariates.
fn is_same(one: &GlmEffect, other: &GlmEffect) -> bool {
    let sorted = |effect: &GlmEffect| {
        let mut effect = effect.effect.clone();
        effect.covariates.sort_unstable();
        effect
    };
    sorted(one) == sorted(other)
}
