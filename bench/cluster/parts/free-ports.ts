import { createServer, type Server } from 'node:net'

/** So many ports of the loopback interface that nobody has; all are held until all are found, so that none comes twice. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const probes = await Promise.all(Array.from({ length: count }, listening))
  const ports = probes.map((probe) => {
    const address = probe.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  })
  await Promise.all(probes.map((probe) => new Promise((done) => probe.close(done))))
  return ports
}

function listening(): Promise<Server> {
  const probe = createServer()
  return new Promise((done, fail) => {
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => done(probe))
  })
}
