/// The version of both programs and of the package.
package let intervaldVersion = "0.1.0"
