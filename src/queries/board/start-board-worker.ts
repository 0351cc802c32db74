import workerUrl from './board-worker.ts?worker&url'

/** The part of the browser's Trusted Types that is used here. Not every browser has them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL: (input: string) => URL }
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

/**
 * The Content-Security-Policy allows this one policy, and it leads to this one script, whatever it
 * is asked for. A page can create it only once.
 */
const policy = createPolicy()

function createPolicy() {
  try {
    return trustedTypes?.createPolicy('board-worker', { createScriptURL: () => workerUrl })
  } catch {
    // Another server's Content-Security-Policy: then there are no workers.
    return undefined
  }
}

/** Throws when the browser or its Content-Security-Policy has no workers. */
export function startBoardWorker(): Worker {
  return new Worker(policy?.createScriptURL('') ?? workerUrl, { type: 'module' })
}
