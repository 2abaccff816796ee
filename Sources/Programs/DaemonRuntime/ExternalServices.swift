/// The external services that the daemon uses.
package typealias ExternalServices = Daemon.Neighbours
