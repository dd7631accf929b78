//! The rates that feedrate is to reach, from those of the others in the same round.

/// A requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// 0.9 of the raw rate, or twice the faster peer's, the lesser.
    RawOrPeer,
    /// Twice the faster peer's.
    Peer,
    /// That of the faster peer.
    AsPeer,
    /// That of the faster peer / 1.5.
    TwoThirdsPeer,
    /// Half that of the faster peer.
    HalfPeer,
    /// The raw rate / 1.2, and 1.5 times the faster peer's.
    RawAndPeer,
    /// That of DataFusion, scans left out.
    Engine,
    /// That of DataFusion / 1.1 and that of DuckDB / 1.5.
    Engines,
    /// That of Polars / 1.3.
    NearPolars,
    /// Half that of DuckDB.
    HalfDuckdb,
    /// Nothing is required; the report tells only the gain of threads.
    Nothing,
}

/// Rates of a round, in 10^6 bytes a second.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rates {
    /// The raw one.
    pub raw: Option<f64>,
    /// That of the faster of the peers that finished.
    pub peer: Option<f64>,
    /// That of DataFusion, without the scan.
    pub engine: Option<f64>,
    /// That of DuckDB.
    pub duckdb: Option<f64>,
    /// That of Polars.
    pub polars: Option<f64>,
}

impl Requirement {
    /// Returns the rate that feedrate is to reach; `None` where nobody who finished asks anything.
    pub fn rate(self, rates: Rates) -> Option<f64> {
        let Rates { raw, peer, engine, .. } = rates;
        match self {
            Self::RawOrPeer => {
                let raw = 0.9 * raw?;
                Some(peer.map_or(raw, |peer| raw.min(2.0 * peer)))
            }
            Self::Peer => peer.map(|peer| 2.0 * peer),
            Self::AsPeer => peer,
            Self::TwoThirdsPeer => peer.map(|peer| peer / 1.5),
            Self::HalfPeer => peer.map(|peer| peer / 2.0),
            Self::RawAndPeer => {
                let raw = raw? / 1.2;
                Some(peer.map_or(raw, |peer| raw.max(1.5 * peer)))
            }
            Self::Engine => engine,
            Self::Engines => {
                let both = [
                    engine.map(|engine| engine / 1.1),
                    rates.duckdb.map(|duckdb| duckdb / 1.5),
                ];
                both.into_iter().flatten().max_by(f64::total_cmp)
            }
            Self::NearPolars => rates.polars.map(|polars| polars / 1.3),
            Self::HalfDuckdb => rates.duckdb.map(|duckdb| duckdb / 2.0),
            Self::Nothing => None,
        }
    }

    /// Returns it in words; `None` where nothing is required.
    pub fn words(self) -> Option<&'static str> {
        match self {
            Self::RawOrPeer => Some("0.9 raw or 2 peer, the lesser"),
            Self::Peer => Some("2 peer"),
            Self::AsPeer => Some("peer"),
            Self::TwoThirdsPeer => Some("peer / 1.5"),
            Self::HalfPeer => Some("peer / 2"),
            Self::RawAndPeer => Some("raw / 1.2 and 1.5 peer"),
            Self::Engine => Some("DataFusion, scans left out"),
            Self::Engines => Some("DataFusion / 1.1, DuckDB / 1.5"),
            Self::NearPolars => Some("Polars / 1.3"),
            Self::HalfDuckdb => Some("DuckDB / 2"),
            Self::Nothing => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn required(requirement: Requirement, raw: f64, peer: impl Into<Option<f64>>) -> Option<f64> {
        let peer = peer.into();
        requirement.rate(Rates {
            raw: Some(raw),
            peer,
            engine: Some(500.0),
            duckdb: peer,
            polars: Some(650.0),
        })
    }

    #[test]
    fn the_lesser_is_required_or_both() {
        assert_eq!(required(Requirement::RawOrPeer, 1000.0, 300.0), Some(600.0));
        assert_eq!(required(Requirement::RawOrPeer, 1000.0, 500.0), Some(900.0));
        assert_eq!(required(Requirement::Peer, 1000.0, 100.0), Some(200.0));
        assert_eq!(required(Requirement::AsPeer, 1000.0, 100.0), Some(100.0));
        assert_eq!(required(Requirement::TwoThirdsPeer, 1000.0, 150.0), Some(100.0));
        assert_eq!(required(Requirement::HalfPeer, 1000.0, 100.0), Some(50.0));
        assert_eq!(required(Requirement::RawAndPeer, 1200.0, 100.0), Some(1000.0));
        assert_eq!(required(Requirement::RawAndPeer, 1200.0, 800.0), Some(1200.0));
    }

    #[test]
    fn a_peer_that_did_not_finish_asks_nothing() {
        assert_eq!(required(Requirement::RawOrPeer, 1000.0, None), Some(900.0));
        assert_eq!(required(Requirement::Peer, 1000.0, None), None);
        assert_eq!(required(Requirement::RawAndPeer, 1200.0, None), Some(1000.0));
    }

    #[test]
    fn queries_on_files_keep_up_with_both_engines() {
        let required = |engine, duckdb| {
            Requirement::Engines.rate(Rates {
                engine,
                duckdb,
                ..Rates::default()
            })
        };
        assert_eq!(required(Some(550.0), Some(600.0)), Some(550.0 / 1.1));
        assert_eq!(required(Some(550.0), Some(900.0)), Some(600.0));
        assert_eq!(required(Some(550.0), None), Some(550.0 / 1.1));
        assert_eq!(required(None, Some(900.0)), Some(600.0));
        assert_eq!(required(None, None), None);
    }

    #[test]
    fn one_peer_alone_is_asked_where_it_is_named() {
        assert_eq!(required(Requirement::NearPolars, 900.0, 900.0), Some(500.0));
        assert_eq!(required(Requirement::HalfDuckdb, 900.0, 800.0), Some(400.0));
    }

    #[test]
    fn queries_are_held_against_the_same_engine() {
        assert_eq!(required(Requirement::Engine, 900.0, 900.0), Some(500.0));
        assert_eq!(Requirement::Engine.rate(Rates::default()), None);
        assert_eq!(required(Requirement::Nothing, 900.0, 900.0), None);
    }
}
