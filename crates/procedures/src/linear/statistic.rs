//! What can be said of an observation by a model.

/// A statistic of an observation, as OUTPUT names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObservationStatistic {
    /// P=: the predicted value.
    Predicted,
    /// R=: the residual.
    Residual,
    /// STDP=: the standard error of the predicted mean.
    MeanError,
    /// STDI=: the standard error of a single prediction.
    PredictionError,
    /// STDR=: the standard error of the residual.
    ResidualError,
    /// STUDENT=: the residual by its standard error.
    Student,
    /// RSTUDENT=: the same, with the error of a fit without the observation.
    StudentWithout,
    /// H=: the leverage.
    Leverage,
    /// COOKD=: Cook's distance.
    CooksDistance,
    /// DFFITS=: the scaled change of the predicted value without the observation.
    Influence,
    /// PRESS=: the residual of a fit without the observation.
    Press,
    /// LCLM=: the lower confidence limit of the mean.
    LowerMean,
    /// UCLM=: the upper one.
    UpperMean,
    /// LCL=: the lower confidence limit of a single prediction.
    Lower,
    /// UCL=: the upper one.
    Upper,
}

impl ObservationStatistic {
    /// The keywords, in capitals.
    pub const KEYWORDS: &'static [&'static str] = &[
        "COOKD=",
        "DFFITS=",
        "H=",
        "LCL=",
        "LCLM=",
        "P=",
        "PREDICTED=",
        "PRESS=",
        "R=",
        "RESIDUAL=",
        "RSTUDENT=",
        "STDI=",
        "STDP=",
        "STDR=",
        "STUDENT=",
        "UCL=",
        "UCLM=",
    ];

    /// That of a keyword in small letters.
    pub fn of_keyword(word: &str) -> Option<Self> {
        Some(match word {
            "cookd" => Self::CooksDistance,
            "dffits" => Self::Influence,
            "h" => Self::Leverage,
            "l95" | "lcl" => Self::Lower,
            "l95m" | "lclm" => Self::LowerMean,
            "p" | "pred" | "predicted" => Self::Predicted,
            "press" => Self::Press,
            "r" | "resid" | "residual" => Self::Residual,
            "rstudent" => Self::StudentWithout,
            "stdi" => Self::PredictionError,
            "stdp" => Self::MeanError,
            "stdr" => Self::ResidualError,
            "student" => Self::Student,
            "u95" | "ucl" => Self::Upper,
            "u95m" | "uclm" => Self::UpperMean,
            _ => return None,
        })
    }

    /// What labels a column of it.
    pub fn label(self, response: &str) -> String {
        match self {
            Self::Predicted => format!("Predicted Value of {response}"),
            Self::Residual => "Residual".to_owned(),
            Self::MeanError => "Standard Error of Mean Predicted Value".to_owned(),
            Self::PredictionError => "Standard Error of Individual Prediction".to_owned(),
            Self::ResidualError => "Standard Error of Residual".to_owned(),
            Self::Student => "Studentized Residual".to_owned(),
            Self::StudentWithout => "Studentized Residual without Current Obs".to_owned(),
            Self::Leverage => "Leverage".to_owned(),
            Self::CooksDistance => "Cook's D Influence Statistic".to_owned(),
            Self::Influence => "Standard Influence on Predicted Value".to_owned(),
            Self::Press => "Residual without Current Observation".to_owned(),
            Self::LowerMean => format!("Lower Bound of C.I. for Mean of {response}"),
            Self::UpperMean => format!("Upper Bound of C.I. for Mean of {response}"),
            Self::Lower => format!("Lower Bound of C.I. for an Individual {response}"),
            Self::Upper => format!("Upper Bound of C.I. for an Individual {response}"),
        }
    }

    /// Whether it needs no more than the predicted value and the response.
    pub(crate) fn is_simple(self) -> bool {
        matches!(self, Self::Predicted | Self::Residual)
    }
}
