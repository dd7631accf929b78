//! Unique names for sessions in lanes and tables.

use std::borrow::Cow;
use std::collections::HashMap;

use super::SessionRecord;

/// The most steps in a label.
const MOST_STEPS: usize = 3;

/// Makes the names of sessions unique. A program that signs on again under the same name has several sessions of that
/// name: each label also has its steps, as in `TASK (DATA, SORT)`, and those with the same steps have a number.
pub(super) fn told_apart(sessions: &[SessionRecord]) -> Cow<'_, [SessionRecord]> {
    let by_name = counted(sessions.iter().map(|session| session.name.clone()));
    if by_name.values().all(|&count| count == 1) {
        return Cow::Borrowed(sessions);
    }
    let labels: Vec<String> = sessions
        .iter()
        .map(|session| match by_name[&session.name] {
            1 => session.name.clone(),
            _ => format!("{} ({})", session.name, steps_of(session)),
        })
        .collect();
    let by_label = counted(labels.iter().cloned());
    let mut seen = HashMap::<&str, usize>::new();
    let named = sessions.iter().zip(&labels).map(|(session, label)| {
        let number = seen.entry(label).or_default();
        *number += 1;
        SessionRecord {
            name: match by_label[label] {
                1 => label.clone(),
                _ => format!("{label} {number}"),
            },
            steps: session.steps.clone(),
        }
    });
    Cow::Owned(named.collect())
}

/// Counts the occurrences of each name.
fn counted(names: impl Iterator<Item = String>) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    counts
}

/// Returns the first steps of a session that ran.
fn steps_of(session: &SessionRecord) -> String {
    let ran = || session.steps.iter().filter(|step| step.ran);
    let mut names: Vec<&str> = ran().take(MOST_STEPS).map(|step| step.name.as_str()).collect();
    if names.is_empty() {
        return "no step".to_owned();
    }
    if ran().count() > MOST_STEPS {
        names.push("…");
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::super::Step;
    use super::*;

    fn session(name: &str, steps: &[&str]) -> SessionRecord {
        SessionRecord {
            name: name.to_owned(),
            steps: steps
                .iter()
                .map(|&name| Step {
                    name: name.to_owned(),
                    ran: true,
                    ..Step::default()
                })
                .collect(),
        }
    }

    fn names(sessions: &[SessionRecord]) -> Vec<String> {
        let named = told_apart(sessions);
        named.iter().map(|session| session.name.clone()).collect()
    }

    #[test]
    fn names_that_differ_stay() {
        let sessions = [session("client", &["DATA"]), session("TASK", &["DATA"])];
        assert_eq!(names(&sessions), ["client", "TASK"]);
    }

    #[test]
    fn sessions_of_one_name_are_told_apart_by_what_ran() {
        let sessions = [
            session("client", &[]),
            session("TASK", &["DATA", "SORT"]),
            session("OTHER", &["DATA"]),
            session("TASK", &["MEANS", "DATA", "SORT", "PRINT"]),
            session("TASK", &["SQL"]),
            session("TASK", &["SQL"]),
            session("TASK", &[]),
        ];
        assert_eq!(
            names(&sessions),
            [
                "client",
                "TASK (DATA, SORT)",
                "OTHER",
                "TASK (MEANS, DATA, SORT, …)",
                "TASK (SQL) 1",
                "TASK (SQL) 2",
                "TASK (no step)",
            ]
        );
    }
}
