import { boardRequest, labelsRequest, ME_REQUEST, serviceBaseUrl } from '#client/build-request.ts'
import { startEarlyRequest } from '#client/early-requests.ts'
import { guessSession } from '#model/choose-board.ts'
import { secretVault } from '#state/keys/secret-vault.ts'
import { deviceEntry, tabEntry } from '#state/keys/stored-keys.ts'
import { loadRecentBoards } from '#state/recent-boards.ts'
import { readUrl } from '#state/url-state.ts'

/**
 * Starts the loads of the first screen while the browser still fetches and reads the app's code.
 * The app takes them over, or ignores them: a wrong guess costs one request.
 * See .github/decisions/0002-three-parts-of-the-page.md.
 */

const remembered = deviceEntry.load()
const keyIds = [...remembered, ...tabEntry.load()].map(({ id }) => id)

export const hasStoredKeys = keyIds.length > 0

// A sign-in link leads to the connect screen.
const hasSignInLink = window.location.hash.startsWith('#key=')

const { recent, lastProject } = loadRecentBoards()

/** The board that the page will probably show. */
export const guessedSession = guessSession({ ...readUrl(), recent }, lastProject, keyIds)

if (hasStoredKeys && !hasSignInLink) {
  secretVault.restoreSession()
  const waiting = keyIds.filter((keyId) => !startLoads(keyId))
  if (waiting.length > 0) {
    void secretVault.restoreRemembered(remembered.map(({ id }) => id)).then(() => {
      for (const keyId of waiting) startLoads(keyId)
    })
  }
}

/** False when the secret isn't known yet. */
function startLoads(keyId: string): boolean {
  const secret = secretVault.secretOf(keyId)
  if (secret === undefined) return false
  const target = { baseUrl: serviceBaseUrl(), secret }
  startEarlyRequest(target, ME_REQUEST)
  if (guessedSession?.keyId === keyId) {
    startEarlyRequest(target, boardRequest(guessedSession.workspaceId, guessedSession.projectId))
    startEarlyRequest(target, labelsRequest(guessedSession.workspaceId))
  }
  return true
}
