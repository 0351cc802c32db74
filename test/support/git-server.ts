import { execFileSync, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { GitRepository } from './git-repository.ts'

interface GitServerOptions {
  /** Whether the connection ends instead of the response. */
  isLost?: ((path: string) => boolean) | undefined
  /** Passwords of people, by their names; without them, everybody may do everything. */
  passwords?: Readonly<Record<string, string>>
}

/** Serves a bare repository by git http-backend, on loopback, until the test ends. Returns its URL. */
export async function serveGit(
  bare: GitRepository,
  { isLost = () => false, passwords }: GitServerOptions = {},
): Promise<string> {
  bare.git('config', 'http.receivepack', 'true')
  const execPath = execFileSync('git', ['--exec-path']).toString().trim()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    const user = passwords ? userOf(request.headers.authorization, passwords) : 'board'
    if (user === undefined) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end()
      return
    }
    const env = {
      PATH: process.env.PATH ?? '',
      GIT_PROJECT_ROOT: bare.path,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? '',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      HTTP_GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: user,
      REMOTE_ADDR: '127.0.0.1',
    }
    const backend = spawn(join(execPath, 'git-http-backend'), { env })
    request.pipe(backend.stdin)
    const chunks: Buffer[] = []
    backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    backend.on('close', () => {
      if (isLost(url.pathname)) {
        response.destroy()
        return
      }
      const all = Buffer.concat(chunks)
      const end = all.indexOf('\r\n\r\n')
      const lines = all.subarray(0, end).toString().split('\r\n')
      for (const line of lines) {
        const [name = '', value = ''] = line.split(/: (.*)/s)
        if (name === 'Status') response.statusCode = Number(value.slice(0, 3))
        else if (name) response.setHeader(name, value)
      }
      response.end(all.subarray(end + 4))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function userOf(
  authorization: string | undefined,
  passwords: Readonly<Record<string, string>>,
): string | undefined {
  const [, encoded = ''] = /^Basic (.+)$/.exec(authorization ?? '') ?? []
  const [name = '', password = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  return Object.hasOwn(passwords, name) && passwords[name] === password ? name : undefined
}
