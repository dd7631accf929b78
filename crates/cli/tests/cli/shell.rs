//! Completions.

use crate::test_folder::TestFolder;

#[test]
fn each_shell_gets_its_completions() {
    let dir = TestFolder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = dir.succeed(&format!("completions {shell}"));
        assert!(
            ["measure", "compressible", "run", "sysparm"]
                .iter()
                .all(|word| script.contains(word)),
            "{shell}"
        );
        assert!(!script.contains("worker"), "{shell} offers what is not for users");
    }
    assert!(dir.fail("completions dos").contains("[possible values: bash"));
}
