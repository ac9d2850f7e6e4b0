//! What a folder holds, to complete a path that is typed. Pure: `jobs` reads the folder.

/// Names read of a folder at most.
pub const MOST: usize = 20_000;

/// Something in a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// Its name.
    pub text: String,
    /// True for a folder, and for a link to one.
    pub is_folder: bool,
}

/// What a folder holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The folder as it was typed: all up to and with the last `/`; empty for the one that the program was started in.
    pub folder: String,
    /// What is in it, in order, without what is not UTF-8 and so cannot be typed.
    pub names: Vec<Name>,
    /// True when there is more than was read.
    pub is_cut: bool,
    /// Why it cannot be read.
    pub error: Option<String>,
}

/// A typed path as its folder, with the `/` behind it, and the beginning of a name.
pub fn split(text: &str) -> (&str, &str) {
    let at = text.rfind('/').map_or(0, |it| it + 1);
    text.split_at_checked(at).unwrap_or((text, ""))
}

impl Listing {
    /// The names that begin as typed; the hidden ones only behind a dot. Where none does, those that begin so in
    /// whatever case.
    pub fn matching(&self, start: &str) -> Vec<&Name> {
        let is_shown = |it: &&Name| start.starts_with('.') || !it.text.starts_with('.');
        let begins = |it: &&Name| it.text.starts_with(start);
        let found: Vec<&Name> = self.names.iter().filter(is_shown).filter(begins).collect();
        if !found.is_empty() {
            return found;
        }
        let small = start.to_lowercase();
        self.names.iter().filter(is_shown).filter(|it| it.text.to_lowercase().starts_with(&small)).collect()
    }

    /// A typed path with the part of its name that all matching names have in common; a folder that alone matches
    /// ends in `/`.
    pub fn completed(&self, text: &str) -> String {
        let (folder, start) = split(text);
        if text == "~" {
            return "~/".to_owned();
        }
        match self.matching(start).as_slice() {
            [] => text.to_owned(),
            [one] => self.path_of(one),
            [first, rest @ ..] => {
                let common = rest.iter().fold(first.text.as_str(), |common, it| common_start(common, &it.text));
                // What was typed in another case is not made shorter.
                if common.len() < start.len() { text.to_owned() } else { format!("{folder}{common}") }
            }
        }
    }

    /// The path to something in it, as it would be typed.
    pub fn path_of(&self, name: &Name) -> String {
        format!("{}{}{}", self.folder, name.text, if name.is_folder { "/" } else { "" })
    }
}

fn common_start<'t>(one: &'t str, other: &str) -> &'t str {
    let pairs = one.char_indices().zip(other.chars());
    let end = pairs.into_iter().find(|((_, a), b)| a != b).map(|((at, _), _)| at);
    one.get(..end.unwrap_or(one.len().min(other.len()))).unwrap_or(one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listing() -> Listing {
        let name = |text: &str| Name { text: text.trim_end_matches('/').to_owned(), is_folder: text.ends_with('/') };
        let names = [".cache/", "Makefile", "message-1.bin", "message-2.bin", "messages/", "über.bin"].map(name);
        Listing { folder: "/f/".to_owned(), names: names.into(), ..Listing::default() }
    }

    #[test]
    fn a_path_is_completed_as_far_as_its_names_agree() {
        let listing = listing();
        for (typed, completed) in [
            ("/f/m", "/f/message"),
            ("/f/message-", "/f/message-"),
            ("/f/message-1", "/f/message-1.bin"),
            ("/f/messages", "/f/messages/"),
            ("/f/ü", "/f/über.bin"),
            ("/f/mak", "/f/Makefile"),
            ("/f/none", "/f/none"),
            ("/f/.", "/f/.cache/"),
            ("/f/MESS", "/f/message"),
            ("~", "~/"),
        ] {
            assert_eq!(listing.completed(typed), completed, "{typed}");
        }
    }

    #[test]
    fn hidden_names_show_behind_a_dot_alone() {
        let listing = listing();
        assert_eq!(listing.matching("").len(), 5);
        assert_eq!(listing.matching(".").len(), 1);
    }

    #[test]
    fn a_path_parts_at_its_last_slash() {
        assert_eq!(split("/f/a"), ("/f/", "a"));
        assert_eq!(split("a"), ("", "a"));
        assert_eq!(split("/f/"), ("/f/", ""));
        assert_eq!(split(""), ("", ""));
    }

    #[test]
    fn what_two_names_have_in_common_ends_between_letters() {
        assert_eq!(common_start("üb", "üc"), "ü");
        assert_eq!(common_start("ab", "abc"), "ab");
        assert_eq!(common_start("abc", "ab"), "ab");
        assert_eq!(common_start("é", "è"), "");
    }
}
