//! DO loops.

use feedrate_program::{Argument, AssignmentTarget, Clause, Number, Slot, Statement};
use feedrate_rows::{Fault, Flow, StepResult};

use super::Execution;

impl<'s> Execution<'_, 's, '_> {
    /// `do i = …, …;`. After the loop the index keeps its last value.
    pub(super) fn counted_loop(
        &mut self,
        index: &'s AssignmentTarget,
        clauses: &'s [Clause],
        body: &'s [Statement],
    ) -> StepResult<Flow> {
        let index = self.rows.core.target_slot(index)?;
        for clause in clauses {
            match self.clause(index, clause, body)? {
                Flow::Next => {}
                Flow::Leave => return Ok(Flow::Next),
                beyond => return Ok(beyond),
            }
        }
        Ok(Flow::Next)
    }

    /// Executes one clause. Its expressions are evaluated once, before its first round.
    fn clause(&mut self, index: Slot, clause: &'s Clause, body: &'s [Statement]) -> StepResult<Flow> {
        let (Slot::Number(slot), Argument::Number(from)) = (index, &clause.from) else {
            self.rows.core.assign(index, &clause.from)?;
            return self.single_round(clause, body);
        };
        let from = self.rows.core.number(from)?;
        let to = clause.to.as_ref().map(|to| self.rows.core.number(to)).transpose()?;
        let by = clause.by.as_ref().map(|by| self.rows.core.number(by)).transpose()?;
        if to.is_none() && by.is_none() {
            self.rows.core.values.set_number(slot, from);
            return self.single_round(clause, body);
        }
        let step = by.unwrap_or(1.0);
        let cannot_count = |execution: &Self| Box::new(Fault::Loop(execution.rows.core.site(clause.site)));
        // Without TO, WHILE and UNTIL alone may end the loop, so that its increment may be 0.
        let stands = step == 0.0 && to.is_some();
        if from.is_nan() || to.is_some_and(f64::is_nan) || step.is_nan() || stands {
            return Err(cannot_count(self));
        }
        let mut at = from;
        loop {
            self.rows.core.values.set_number(slot, at);
            let is_past = match to {
                Some(to) if step > 0.0 => at > to,
                Some(to) => at < to,
                None => false,
            };
            if is_past {
                return Ok(Flow::Next);
            }
            match self.round(clause.while_true.as_ref(), clause.until_true.as_ref(), body)? {
                Round::Again => {}
                Round::Over(flow) => return Ok(flow),
            }
            // The body may have changed the index.
            at = self.rows.core.values.number(slot) + step;
            if at.is_nan() {
                return Err(cannot_count(self));
            }
        }
    }

    /// Executes a clause that has only a first value.
    fn single_round(&mut self, clause: &'s Clause, body: &'s [Statement]) -> StepResult<Flow> {
        Ok(
            match self.round(clause.while_true.as_ref(), clause.until_true.as_ref(), body)? {
                Round::Again => Flow::Next,
                Round::Over(flow) => flow,
            },
        )
    }

    /// `do while(…) until(…);`.
    pub(super) fn repeat(
        &mut self,
        while_true: Option<&'s Number>,
        until_true: Option<&'s Number>,
        body: &'s [Statement],
    ) -> StepResult<Flow> {
        loop {
            match self.round(while_true, until_true, body)? {
                Round::Again => {}
                Round::Over(Flow::Leave) => return Ok(Flow::Next),
                Round::Over(flow) => return Ok(flow),
            }
        }
    }

    /// Executes a round of a loop: the condition before it, the body, the condition after it.
    fn round(
        &mut self,
        while_true: Option<&'s Number>,
        until_true: Option<&'s Number>,
        body: &'s [Statement],
    ) -> StepResult<Round> {
        // A loop may read nothing and never end, so the stop flag is checked.
        self.rows.core.check_stop()?;
        if let Some(condition) = while_true {
            let goes_on = self.rows.core.condition(condition)?;
            self.rows.core.update_error_flag();
            if !goes_on {
                return Ok(Round::Over(Flow::Next));
            }
        }
        match self.statements(body)? {
            Flow::Next | Flow::Continue => {}
            flow => return Ok(Round::Over(flow)),
        }
        if let Some(condition) = until_true {
            let ends = self.rows.core.condition(condition)?;
            self.rows.core.update_error_flag();
            if ends {
                return Ok(Round::Over(Flow::Next));
            }
        }
        Ok(Round::Again)
    }
}

/// The continuation of a loop after a round.
enum Round {
    /// With the next round, if there is one.
    Again,
    /// Not at all: the clause is done or the body left the loop.
    Over(Flow),
}
