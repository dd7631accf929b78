//! Statistics of observations by a model.

/// A statistic of an observation that OUTPUT can request.
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
    /// STUDENT=: the studentized residual, that is, the residual divided by its standard error.
    Student,
    /// RSTUDENT=: the studentized residual with the standard error of a fit without the observation.
    StudentWithout,
    /// H=: the leverage.
    Leverage,
    /// COOKD=: Cook's distance.
    CooksDistance,
    /// DFFITS=: the scaled change of the predicted value if the observation is left out.
    Influence,
    /// PRESS=: the residual of a fit without the observation.
    Press,
    /// LCLM=: the lower confidence limit of the mean.
    LowerMean,
    /// UCLM=: the upper confidence limit of the mean.
    UpperMean,
    /// LCL=: the lower confidence limit of a single prediction.
    Lower,
    /// UCL=: the upper confidence limit of a single prediction.
    Upper,
}

impl ObservationStatistic {
    /// The keywords, in upper case.
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

    /// Returns the statistic of a keyword, given in lower case.
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

    /// Returns the label of its column.
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

    /// Returns whether it depends only on the predicted value and the response.
    pub(crate) fn is_simple(self) -> bool {
        matches!(self, Self::Predicted | Self::Residual)
    }
}
