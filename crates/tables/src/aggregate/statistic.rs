//! The statistics: their keywords, headings, suffixes and labels.

use feedrate_values::format::fixed;

/// A statistic of an analysis variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Statistic {
    /// The number of nonmissing values.
    N,
    /// The number of missing values.
    Missing,
    /// The weighted mean.
    Mean,
    /// The standard deviation.
    Deviation,
    /// The minimum.
    Minimum,
    /// The maximum.
    Maximum,
    /// The maximum minus the minimum.
    Range,
    /// The weighted sum.
    Sum,
    /// The variance.
    Variance,
    /// The sum of squared deviations from the mean.
    CorrectedSquares,
    /// The sum of squares.
    Squares,
    /// The coefficient of variation: the standard deviation in percent of the mean.
    Variation,
    /// The standard error of the mean.
    Error,
    /// Student's t for the hypothesis that the mean is 0.
    T,
    /// The probability of a greater absolute value of t.
    Probability,
    /// The sum of weights.
    Weight,
    /// The skewness.
    Skewness,
    /// The kurtosis.
    Kurtosis,
    /// The lower confidence limit of the mean.
    Lower,
    /// The upper confidence limit of the mean.
    Upper,
    /// The lower one-sided confidence limit of the mean, if no upper limit is requested.
    OnlyLower,
    /// The upper one-sided confidence limit of the mean, if no lower limit is requested.
    OnlyUpper,
    /// The most frequent value.
    Mode,
    /// A percentile, 1 to 99.
    Percentile(u8),
    /// The median, which has a keyword of its own.
    Median,
    /// The first quartile, which has a keyword of its own.
    FirstQuartile,
    /// The third quartile, which has a keyword of its own.
    ThirdQuartile,
    /// The third quartile minus the first.
    QuartileRange,
}

/// The names of a statistic.
struct Naming {
    statistic: Statistic,
    /// Its keywords, the first of which is used in messages.
    keywords: &'static [&'static str],
    /// The heading of its column.
    heading: &'static str,
    /// The suffix that AUTONAME appends to a variable's name.
    suffix: &'static str,
    /// The suffix that AUTOLABEL appends to a variable's label.
    label: &'static str,
}

macro_rules! naming {
    ($($statistic:expr, [$($keyword:literal),+], $heading:literal, $suffix:literal, $label:literal;)*) => {
        &[$(Naming {
            statistic: $statistic,
            keywords: &[$($keyword),+],
            heading: $heading,
            suffix: $suffix,
            label: $label,
        }),*]
    };
}

const NAMINGS: &[Naming] = naming![
    Statistic::N, ["N"], "N", "N", "N";
    Statistic::Missing, ["NMISS"], "N Miss", "NMiss", "Number Missing";
    Statistic::Mean, ["MEAN"], "Mean", "Mean", "Mean";
    Statistic::Deviation, ["STD", "STDDEV"], "Std Dev", "StdDev", "StdDev";
    Statistic::Minimum, ["MIN"], "Minimum", "Min", "Min";
    Statistic::Maximum, ["MAX"], "Maximum", "Max", "Max";
    Statistic::Range, ["RANGE"], "Range", "Range", "Range";
    Statistic::Sum, ["SUM"], "Sum", "Sum", "Sum";
    Statistic::Variance, ["VAR"], "Variance", "Var", "Variance";
    Statistic::CorrectedSquares, ["CSS"], "Corrected SS", "CSS", "CSS";
    Statistic::Squares, ["USS"], "USS", "USS", "USS";
    Statistic::Variation, ["CV"], "Coeff of\nVariation", "CV", "CV";
    Statistic::Error, ["STDERR", "STDMEAN"], "Std Error", "StdErr", "StdErr";
    Statistic::T, ["T"], "t Value", "T", "t Value";
    Statistic::Probability, ["PROBT", "PRT"], "Pr > |t|", "Probt", "Prob";
    Statistic::Weight, ["SUMWGT"], "Sum Wgts", "SumWgt", "Sum Weights";
    Statistic::Skewness, ["SKEWNESS", "SKEW"], "Skewness", "Skew", "Skewness";
    Statistic::Kurtosis, ["KURTOSIS", "KURT"], "Kurtosis", "Kurt", "Kurtosis";
    Statistic::Lower, ["LCLM"], "Lower\nCL for Mean", "LCLM", "Lower CL";
    Statistic::Upper, ["UCLM"], "Upper\nCL for Mean", "UCLM", "Upper CL";
    Statistic::Mode, ["MODE"], "Mode", "Mode", "Mode";
    Statistic::Median, ["MEDIAN"], "Median", "Median", "Median";
    Statistic::Percentile(1), ["P1"], "1st Pctl", "P1", "1st Percentile";
    Statistic::Percentile(5), ["P5"], "5th Pctl", "P5", "5th Percentile";
    Statistic::Percentile(10), ["P10"], "10th Pctl", "P10", "10th Percentile";
    Statistic::Percentile(20), ["P20"], "20th Pctl", "P20", "20th Percentile";
    Statistic::Percentile(25), ["P25"], "25th Pctl", "P25", "25th Percentile";
    Statistic::Percentile(30), ["P30"], "30th Pctl", "P30", "30th Percentile";
    Statistic::Percentile(40), ["P40"], "40th Pctl", "P40", "40th Percentile";
    Statistic::Percentile(50), ["P50"], "50th Pctl", "P50", "50th Percentile";
    Statistic::Percentile(60), ["P60"], "60th Pctl", "P60", "60th Percentile";
    Statistic::Percentile(70), ["P70"], "70th Pctl", "P70", "70th Percentile";
    Statistic::Percentile(75), ["P75"], "75th Pctl", "P75", "75th Percentile";
    Statistic::Percentile(80), ["P80"], "80th Pctl", "P80", "80th Percentile";
    Statistic::Percentile(90), ["P90"], "90th Pctl", "P90", "90th Percentile";
    Statistic::Percentile(95), ["P95"], "95th Pctl", "P95", "95th Percentile";
    Statistic::Percentile(99), ["P99"], "99th Pctl", "P99", "99th Percentile";
    Statistic::FirstQuartile, ["Q1"], "Lower\nQuartile", "Q1", "1st Quartile";
    Statistic::ThirdQuartile, ["Q3"], "Upper\nQuartile", "Q3", "3rd Quartile";
    Statistic::QuartileRange, ["QRANGE"], "Quartile\nRange", "QRange", "Quartile Range";
];

impl Statistic {
    /// Returns the statistics of a keyword, in either case: two for CLM, which stands for both limits, and none for a
    /// word that is not a keyword.
    pub fn of_keyword(word: &str) -> Vec<Self> {
        if word.eq_ignore_ascii_case("CLM") {
            return vec![Self::Lower, Self::Upper];
        }
        let is = |naming: &&Naming| {
            let mut keywords = naming.keywords.iter();
            keywords.any(|keyword| keyword.eq_ignore_ascii_case(word))
        };
        let found = NAMINGS.iter().find(is);
        found.map(|naming| naming.statistic).into_iter().collect()
    }

    /// Returns all keywords, in upper case.
    pub fn keywords() -> Vec<&'static str> {
        let keywords = NAMINGS.iter().flat_map(|naming| naming.keywords);
        keywords.copied().chain(["CLM"]).collect()
    }

    /// Returns the keyword.
    pub fn keyword(self) -> &'static str {
        self.naming().map_or("", |naming| naming.keywords[0])
    }

    /// Returns the heading of its column, of one or two lines; for a confidence limit, with the confidence level in
    /// percent.
    pub fn heading(self, alpha: f64) -> String {
        let confidence = || {
            let percent = fixed(100.0 * (1.0 - alpha), 4);
            percent.trim_end_matches('0').trim_end_matches('.').to_owned()
        };
        match self {
            Self::Lower | Self::OnlyLower => format!("Lower {}%\nCL for Mean", confidence()),
            Self::Upper | Self::OnlyUpper => format!("Upper {}%\nCL for Mean", confidence()),
            _ => self.naming().map_or("", |naming| naming.heading).to_owned(),
        }
    }

    /// Returns the suffix that AUTONAME appends to a variable's name after an underscore.
    pub fn suffix(self) -> &'static str {
        self.naming().map_or("", |naming| naming.suffix)
    }

    /// Returns the suffix that AUTOLABEL appends to a variable's label.
    pub fn label(self) -> &'static str {
        self.naming().map_or("", |naming| naming.label)
    }

    fn naming(self) -> Option<&'static Naming> {
        let named = match self {
            Self::OnlyLower => Self::Lower,
            Self::OnlyUpper => Self::Upper,
            _ => self,
        };
        NAMINGS.iter().find(|naming| naming.statistic == named)
    }

    /// Returns the statistic as it is meant among other requested ones: a confidence limit without the other limit is
    /// one-sided.
    pub fn among(self, others: &[Self]) -> Self {
        match self {
            Self::Lower if !others.contains(&Self::Upper) => Self::OnlyLower,
            Self::Upper if !others.contains(&Self::Lower) => Self::OnlyUpper,
            _ => self,
        }
    }

    /// Returns whether it has the unit of the variable, and is shown in the variable's format.
    pub fn keeps_format(self) -> bool {
        !matches!(
            self,
            Self::N
                | Self::Missing
                | Self::Weight
                | Self::Variance
                | Self::CorrectedSquares
                | Self::Squares
                | Self::Variation
                | Self::T
                | Self::Probability
                | Self::Skewness
                | Self::Kurtosis
        )
    }

    /// Returns whether it is a number of observations.
    pub(crate) fn is_count(self) -> bool {
        matches!(self, Self::N | Self::Missing)
    }

    /// Returns whether it is not defined with weights.
    pub(crate) fn is_unweighted(self) -> bool {
        self.needs_higher_moments() || self == Self::Mode
    }

    /// Returns whether it needs the third and fourth moments.
    pub(super) fn needs_higher_moments(self) -> bool {
        matches!(self, Self::Skewness | Self::Kurtosis)
    }

    /// Returns whether it needs the individual values.
    pub(super) fn needs_values(self) -> bool {
        !self.percents().is_empty() || self == Self::Mode
    }

    /// Returns the percentiles that it is computed from.
    pub(super) fn percents(self) -> &'static [u8] {
        const EACH: [u8; 100] = {
            let mut each = [0; 100];
            let mut percent = 0;
            while percent < 100 {
                each[percent] = percent as u8;
                percent += 1;
            }
            each
        };
        match self {
            Self::Percentile(percent) => {
                let at = usize::from(percent.min(99));
                &EACH[at..=at]
            }
            Self::Median => &EACH[50..=50],
            Self::FirstQuartile => &EACH[25..=25],
            Self::ThirdQuartile => &EACH[75..=75],
            Self::QuartileRange => &[25, 75],
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_name_statistics_in_any_case() {
        assert_eq!(Statistic::of_keyword("stddev"), [Statistic::Deviation]);
        assert_eq!(Statistic::of_keyword("P75"), [Statistic::Percentile(75)]);
        assert_eq!(Statistic::of_keyword("clm"), [Statistic::Lower, Statistic::Upper]);
        assert!(Statistic::of_keyword("average").is_empty());
        for keyword in Statistic::keywords() {
            assert!(!Statistic::of_keyword(keyword).is_empty(), "{keyword}");
        }
    }

    #[test]
    fn limits_are_headed_by_their_confidence() {
        assert_eq!(Statistic::Lower.heading(0.05), "Lower 95%\nCL for Mean");
        assert_eq!(Statistic::Upper.heading(0.005), "Upper 99.5%\nCL for Mean");
    }

    #[test]
    fn quartiles_are_percentiles() {
        assert_eq!(Statistic::QuartileRange.percents(), [25, 75]);
        assert_eq!(Statistic::Percentile(99).percents(), [99]);
        assert!(Statistic::Mean.percents().is_empty());
    }
}
