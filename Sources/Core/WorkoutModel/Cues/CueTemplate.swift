/// The words of a cue, or an argument of a hook.
package typealias CueTemplate = FieldTemplate<CueField>
