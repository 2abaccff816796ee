/// The version of both programs and of the package.
package let intervaldVersion = "0.1.0"

/// The address of the project, which is also the address of its repository.
///
/// The project has no public address yet, so this is a placeholder.
package let intervaldHomepage = "https://intervald.invalid"
