//! The limits within which users are served.

use serde::Serialize;

/// The quantity that a limit bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitKind {
    /// The response time of a class, in seconds, at most.
    Response,
    /// The response time of a class relative to that with one user, at most.
    Slowdown,
    /// MB (10^6 bytes) a second for each physical core that the programs can occupy, at least.
    Rate,
}

/// A limit that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitRequest {
    /// The quantity that it bounds.
    pub kind: LimitKind,
    /// The class that it is for; `None` for all that have none of their own.
    pub class: Option<String>,
    /// The bound, in the unit of the kind.
    pub bound: f64,
}

/// A limit of a class, or of all programs together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Limit {
    /// The quantity that it bounds.
    pub kind: LimitKind,
    /// The number of the class; `None` for all programs together.
    #[serde(skip)]
    pub(super) place: Option<usize>,
    /// The name of the class; `None` for all programs together.
    pub class: Option<String>,
    /// The bound, in the unit of the kind.
    pub bound: f64,
}

/// Returns the limits of classes, in their order. Those for a class replace those of the same kind for all.
///
/// # Errors
///
/// Returns a message if a limit is for a class that there is not, or is asked for twice.
pub fn limits_of(requests: &[LimitRequest], classes: &[String]) -> Result<Vec<Limit>, String> {
    for (number, request) in requests.iter().enumerate() {
        if let Some(class) = &request.class
            && !classes.contains(class)
        {
            return Err(format!(
                "a limit is for {class}, and no program has that name; there are {}",
                classes.join(", ")
            ));
        }
        let is_same = |other: &LimitRequest| (other.kind, &other.class) == (request.kind, &request.class);
        if requests[..number].iter().any(is_same) {
            let whose = request.class.as_deref().unwrap_or("all programs");
            return Err(format!("two limits of one kind are for {whose}; give one"));
        }
    }
    let mut limits = Vec::new();
    for (place, class) in classes.iter().enumerate() {
        for kind in [LimitKind::Response, LimitKind::Slowdown] {
            let of_kind = || requests.iter().filter(move |request| request.kind == kind);
            let own = of_kind().find(|request| request.class.as_ref() == Some(class));
            let general = of_kind().find(|request| request.class.is_none());
            limits.extend(own.or(general).map(|request| Limit {
                kind,
                place: Some(place),
                class: Some(class.clone()),
                bound: request.bound,
            }));
        }
    }
    let rate = requests.iter().find(|request| request.kind == LimitKind::Rate);
    limits.extend(rate.map(|request| Limit {
        kind: LimitKind::Rate,
        place: None,
        class: None,
        bound: request.bound,
    }));
    Ok(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(kind: LimitKind, class: Option<&str>, bound: f64) -> LimitRequest {
        let class = class.map(str::to_owned);
        LimitRequest { kind, class, bound }
    }

    #[test]
    fn a_limit_of_a_class_goes_before_that_of_all() {
        let classes = ["sort", "means"].map(str::to_owned);
        let requests = [
            request(LimitKind::Response, None, 10.0),
            request(LimitKind::Response, Some("sort"), 30.0),
            request(LimitKind::Rate, None, 100.0),
        ];
        let limits = limits_of(&requests, &classes).unwrap();
        let told: Vec<_> = limits.iter().map(|limit| (limit.place, limit.bound)).collect();
        assert_eq!(told, [(Some(0), 30.0), (Some(1), 10.0), (None, 100.0)]);
    }

    #[test]
    fn limits_of_no_class_and_two_of_a_kind_are_refused() {
        let classes = ["sort", "means"].map(str::to_owned);
        let failed = |requests: &[LimitRequest]| limits_of(requests, &classes).unwrap_err();
        let unknown = failed(&[request(LimitKind::Slowdown, Some("mean"), 2.0)]);
        assert_eq!(
            unknown,
            "a limit is for mean, and no program has that name; there are sort, means"
        );
        let twice = failed(&[
            request(LimitKind::Response, None, 10.0),
            request(LimitKind::Response, None, 20.0),
        ]);
        assert_eq!(twice, "two limits of one kind are for all programs; give one");
    }
}
