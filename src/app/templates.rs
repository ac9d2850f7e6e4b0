//! Templates: messages kept to begin new ones with, by name. A bounded number of a bounded size.

use serde::{Deserialize, Serialize};

/// Templates at most.
pub(super) const MOST: usize = 200;
/// A template has so many bytes at most.
pub(super) const LARGEST: u64 = 1 << 20;
/// All together have so many bytes at most.
const ALL: usize = 6 << 20;
/// Letters of a name at most.
const NAME: usize = 200;

/// A message kept to begin new ones with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// Its name: no other has it.
    pub name: String,
    /// The full name of its type, where it has one.
    pub type_name: Option<String>,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// All templates, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Templates {
    all: Vec<Template>,
}

/// The dialog that asks for a template's name, while it shows. The name typed so far is the pane's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateField {
    /// The name to begin with.
    pub initial: String,
    /// The name of the selected message, where it can be kept in place of the whole one.
    pub selected: Option<String>,
    /// Why the last name did not do.
    pub note: Option<String>,
}

/// As a file holds it.
#[derive(Serialize, Deserialize)]
pub(super) struct Written {
    templates: Vec<WrittenTemplate>,
}

#[derive(Serialize, Deserialize)]
struct WrittenTemplate {
    name: String,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none", default)]
    type_name: Option<String>,
    /// In hex.
    bytes: String,
}

impl Templates {
    /// All of them, by name.
    pub fn all(&self) -> &[Template] {
        &self.all
    }

    /// The one of a name.
    pub fn get(&self, name: &str) -> Option<&Template> {
        self.all.iter().find(|it| it.name == name)
    }

    /// Adds one, or puts it in the place of the one of its name.
    ///
    /// # Errors
    /// Why it is not kept, in plain words.
    pub(super) fn put(&mut self, template: Template) -> Result<(), String> {
        check_name(&template.name)?;
        if template.bytes.len() as u64 > LARGEST {
            return Err(too_long(template.bytes.len() as u64));
        }
        let others = || self.all.iter().filter(|it| it.name != template.name);
        if others().count() >= MOST {
            return Err(format!("there are {MOST} templates already: delete one first"));
        }
        if others().map(|it| it.bytes.len()).sum::<usize>() + template.bytes.len() > ALL {
            return Err(format!("all templates together hold {} MiB at most: delete one first", ALL >> 20));
        }
        self.all.retain(|it| it.name != template.name);
        let at = self.all.partition_point(|it| it.name.to_lowercase() <= template.name.to_lowercase());
        self.all.insert(at, template);
        Ok(())
    }

    /// Takes one out.
    pub(super) fn take(&mut self, name: &str) -> Option<Template> {
        let at = self.all.iter().position(|it| it.name == name)?;
        Some(self.all.remove(at))
    }

    /// Gives one another name.
    ///
    /// # Errors
    /// Why not, in plain words.
    pub(super) fn rename(&mut self, name: &str, to: &str) -> Result<(), String> {
        check_name(to)?;
        if name != to && self.get(to).is_some() {
            return Err(format!("another template is called {to}"));
        }
        match self.take(name) {
            Some(template) => self.put(Template { name: to.to_owned(), ..template }),
            None => Ok(()),
        }
    }

    pub(super) fn to_written(&self) -> Written {
        let hex = |bytes: &[u8]| bytes.iter().map(|it| format!("{it:02x}")).collect();
        let write = |it: &Template| WrittenTemplate {
            name: it.name.clone(),
            type_name: it.type_name.clone(),
            bytes: hex(&it.bytes),
        };
        Written { templates: self.all.iter().map(write).collect() }
    }

    /// What a file held, each looked at as if it were new.
    ///
    /// # Errors
    /// What is wrong with one of them.
    pub(super) fn from_written(written: Written) -> Result<Self, String> {
        let mut templates = Self::default();
        for WrittenTemplate { name, type_name, bytes } in written.templates {
            let bytes = from_hex(&bytes).ok_or_else(|| format!("the bytes of {name} are no hex"))?;
            templates.put(Template { name, type_name, bytes })?;
        }
        Ok(templates)
    }
}

pub(super) fn too_long(len: u64) -> String {
    format!("the message has {len} bytes, a template at most {LARGEST}")
}

fn check_name(name: &str) -> Result<(), String> {
    match name {
        name if name.trim().is_empty() => Err("type a name".to_owned()),
        name if name.chars().count() > NAME => Err(format!("the name has more than {NAME} letters")),
        name if name.chars().any(char::is_control) => Err("the name has a control character".to_owned()),
        _ => Ok(()),
    }
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|it| it as u8);
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let byte = |[high, low]: &[u8; 2]| Some(digit(*high)? << 4 | digit(*low)?);
    rest.is_empty().then(|| pairs.iter().map(byte).collect()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn template(name: &str, len: usize) -> Template {
        Template { name: name.to_owned(), type_name: Some("a.B".to_owned()), bytes: vec![0xa5; len] }
    }

    #[test]
    fn names_are_unique_and_in_order() {
        let mut templates = Templates::default();
        for name in ["beta", "Alpha", "beta"] {
            templates.put(template(name, 3)).unwrap();
        }
        let names: Vec<_> = templates.all().iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["Alpha", "beta"]);
        assert!(templates.rename("beta", "Alpha").unwrap_err().contains("another"));
        templates.rename("Alpha", "zeta").unwrap();
        assert_eq!(templates.all()[1].name, "zeta");
    }

    #[test]
    fn number_and_size_are_bounded() {
        let mut templates = Templates::default();
        assert!(templates.put(template("x", LARGEST as usize + 1)).is_err());
        for at in 0..6 {
            templates.put(template(&format!("big {at}"), LARGEST as usize)).unwrap();
        }
        assert!(templates.put(template("one more", 1)).unwrap_err().contains("together"));
        templates.put(template("big 0", 5)).unwrap();
        for at in 0..MOST - 6 {
            templates.put(template(&format!("small {at}"), 1)).unwrap();
        }
        assert!(templates.put(template("x", 1)).unwrap_err().contains("already"));
        for bad in ["", "  ", "a\nb", &"x".repeat(201)] {
            assert!(templates.put(template(bad, 1)).is_err());
        }
    }

    #[test]
    fn what_is_written_is_read_again_and_what_is_bad_is_refused() {
        let mut templates = Templates::default();
        templates.put(template("one", 2)).unwrap();
        templates.put(Template { type_name: None, ..template("two", 0) }).unwrap();
        let text = serde_json::to_string(&templates.to_written()).unwrap();
        assert_eq!(Templates::from_written(serde_json::from_str(&text).unwrap()), Ok(templates));
        for bad in [r#"{"templates":[{"name":"x","bytes":"0"}]}"#, r#"{"templates":[{"name":"","bytes":"00"}]}"#] {
            assert!(Templates::from_written(serde_json::from_str(bad).unwrap()).is_err());
        }
    }
}
