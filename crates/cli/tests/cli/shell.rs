//! Completions.

use crate::place::Place;

#[test]
fn each_shell_gets_its_completions() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = place.succeed(&format!("completions {shell}"));
        assert!(
            ["measure", "compressible", "run", "sysparm"]
                .iter()
                .all(|word| script.contains(word)),
            "{shell}"
        );
        assert!(
            !script.contains("worker"),
            "{shell} offers what is not for users"
        );
    }
    assert!(
        place
            .fail("completions dos")
            .contains("[possible values: bash")
    );
}
