//! A job file of fio with other options.

/// Returns the text of a job file with an option set: in all sections that have it, or else in `[global]`, which is
/// added if it is not there.
pub(super) fn with_option(text: &str, name: &str, value: &str) -> String {
    let mut is_set = false;
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let key = line.split(['=', ';', '#']).next().unwrap_or("").trim();
        if key == name {
            is_set = true;
            lines.push(format!("{name}={value}"));
        } else {
            lines.push(line.to_owned());
        }
    }
    if !is_set {
        let global = lines.iter().position(|line| line.trim() == "[global]");
        match global {
            Some(at) => lines.insert(at + 1, format!("{name}={value}")),
            None => lines
                .splice(0..0, ["[global]".to_owned(), format!("{name}={value}")])
                .for_each(drop),
        }
    }
    lines.push(String::new());
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_set_where_it_is_or_for_all() {
        let job = "; a job\n[global]\nbs=4k\n[a]\nrw=read\n[b]\n bs = 8k\n";
        assert_eq!(
            with_option(job, "bs", "64k"),
            "; a job\n[global]\nbs=64k\n[a]\nrw=read\n[b]\nbs=64k\n"
        );
        assert_eq!(
            with_option(job, "iodepth", "2"),
            "; a job\n[global]\niodepth=2\nbs=4k\n[a]\nrw=read\n[b]\n bs = 8k\n"
        );
        assert_eq!(with_option("[global]\r\nbs=4k\r\n", "bs", "64k"), "[global]\nbs=64k\n");
        assert_eq!(
            with_option("[a]\nrw=read", "bs", "1m"),
            "[global]\nbs=1m\n[a]\nrw=read\n"
        );
    }
}
