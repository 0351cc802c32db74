import { PROGRAMS } from './command-names.ts'

/** What the service says about repositories. A person reads it at the start, or on a card. */
export const repositoryMessages = {
  gitMissing:
    'A board over a repository needs git, and there is none on the PATH. Install git 2.39 or later.',
  gitTooOld: (version: string) =>
    `A board over a repository needs git 2.39 or later, and this is ${version}. Update git.`,
  gitFailed: (command: string, code: number, output: string) => {
    const end = code === -1 ? 'was stopped' : `ended with code ${code}`
    return `git ${command} ${end}: ${output.slice(0, 500) || 'no message'}`
  },

  tookTooLong: (ms: number) => `fatal: it took longer than ${Math.round(ms / 1_000)} s`,
  tooLarge: (bytes: number) => `fatal: the output is larger than ${bytes} bytes`,

  // At the start.
  directoryMissing: (path: string) => `There is no directory ${path}. Check the path after --repo.`,
  notRepository: (path: string) =>
    `${path} isn’t a git repository. Pass a clone, a bare repository, or a URL after --repo.`,
  urlInvalid:
    'The URL after --repo can’t be used. Use https, ssh, or git, without a user’s password: git’s own credential helper or agent signs in.',
  shallow: (path: string) =>
    `${path} is a shallow clone, so its history isn’t complete. Run: git -C ${path} fetch --unshallow`,
  partial: (path: string) =>
    `${path} is a partial clone, so its history isn’t complete. Make a full clone: git clone --no-filter URL`,
  otherOwner: (path: string) =>
    `${path} belongs to another user, so its contents can’t be trusted. If you trust it, run: git config --global --add safe.directory ${path}`,
  cloneFailed: (url: string, reason: string) => `Couldn’t clone ${url}: ${reason}`,
  noDefaultBranch: (path: string) =>
    `Couldn’t tell the default branch of ${path}. Name it with --default-branch.`,
  defaultBranchMissing: (path: string, branch: string) =>
    `${path} has no branch ${branch}. Name another one with --default-branch.`,
  noCommits: (path: string) => `${path} has no commit yet. Make the first commit, and start again.`,
  minRoleWithoutColumn: (branch: string) =>
    `--min-role: no column has the branch ${branch} now. The role applies as soon as one has. If you meant a column, name its branch.`,
  gone: (path: string, reason: string) =>
    `The board over ${path} shows its last state, because a sync failed: ${reason}`,
  branchUnreadable: (branch: string, reason: string) =>
    `The card of ${branch} shows its last state, because git can’t read the branch: ${reason}`,
  moveUnreadable: (branch: string, reason: string) =>
    `Nothing was moved, because git can’t read ${branch}: ${reason}`,
  branchSkipped: (branch: string) =>
    `The branch ${branch} isn’t shown: git can’t read it, or its name isn’t UTF-8. Rename or delete it.`,
  moreProblems: (count: number) => `${count} more branches can’t be read.`,
  treeMissing: 'a folder of it is missing or broken (see git fsck).',
  treeNameInvalid: (name: string) =>
    `it has a file or folder “${name}”, which git can’t check out on every system.`,
  treeTooLarge: (paths: number) =>
    `it adds more than ${paths.toLocaleString('en')} files, or folders that are too large or too deep.`,
  commitMissing: 'its newest commit is missing.',
  fetchOvertaken: 'promotions were faster than each fetch',
  refsNotUpdated: (refs: readonly string[]) =>
    `git couldn’t update these refs: ${refs.slice(0, 5).join(', ')}`,
  fetchFailed: (url: string, reason: string) =>
    `The board over ${url} shows what the last fetch brought, because the remote can’t be reached: ${reason}`,
  // On the page: paths and addresses are for the operator, in the log and in /readyz.
  shownAsBefore: (reason: string | undefined) =>
    `The board shows its last state: ${reason ?? 'its repository can’t be read. The log of the service says why.'}`,
  looking: (cards: number) =>
    cards === 0
      ? 'The service is reading what has changed in the repository since its last start.'
      : `The service is looking for the changes of ${cards.toLocaleString('en')} new cards in each column. Until it has them, these cards are where their commits are.`,
  stillLooking:
    'The service is still looking for the changes of the cards. Nothing was moved. Try again in a minute.',
  shownAsFetched:
    'The board shows what the last fetch brought: the remote can’t be reached. The log of the service says why.',
  unfinished: (path: string) =>
    `A promotion in ${path} is unfinished, because a branch is locked. If no git process is running there, delete the .lock file next to the branch. The next sync or move tries again.`,
  notOpened: (sources: readonly string[]) =>
    `Boards over ${sources.join(', ')} are shown as they were: the service was started without --repo for them.`,
  noKey: (name: string, boardId: number) =>
    `No key reaches the board “${name}” yet. Create one: ${PROGRAMS.credential} create --name NAME --board ${boardId}:owner`,

  // The file .board.json.
  configUnknownField: (field: string) => `the field ${field} isn’t known`,
  configNoProgram: 'The command must begin with a program.',
  configRule: 'must be "work", { "branch": "NAME" }, or { "tag": "PATTERN" }',
  configUnreadable: '.board.json isn’t a file of at most 64 KiB.',
  configNotJson: '.board.json isn’t valid JSON.',
  configInvalid: (faults: readonly string[]) => `.board.json: ${faults.slice(0, 5).join('; ')}`,
  configFirstColumn: 'The first column must have the rule "work".',
  configStyle:
    'Only the second column can have the style "squash" or "rebase": later ones always merge.',
  configNumber: 'A pattern for numbers has {number} once, such as "pr-{number}-*".',
  configOneWork: 'Only the first column can have the rule "work".',
  configBranchTwice: 'Each branch, and each pattern of tags, can be the rule of one column only.',
  configNameTwice: 'Two columns have the same name.',
  configBranchMissing: (branches: readonly string[]) =>
    `.board.json names branches that the repository doesn’t have: ${branches.join(', ')}`,
  contentsUnreadable: (reason: string) =>
    `Squashed, rebased, and reverted branches stay where they were, because git can’t compare them: ${reason}`,
  contentUnreadable: (branch: string) =>
    `The card of ${branch} may be further than it’s shown: git can’t compare the branch with a stage, or takes too long.`,
  configBroken: (reason: string) => `The last .board.json without a fault stays in use. ${reason}`,
  configNever: (reason: string) =>
    `The board shows the default columns, and its cards can’t be moved until .board.json is valid. ${reason}`,

  // Refusals: a card shows them.
  conflicts: (branch: string, files: readonly string[], more: number) =>
    `branch conflicts with ${branch} in ${fileList(files, more)}`,
  fileList,
  unrelated: (branch: string) => `branch has no history in common with ${branch}`,
  nothingToMerge: (branch: string) => `nothing to merge into ${branch}`,
  noteUnreadable: 'checks are red: the note with the results can’t be read',
  noteTooLarge: (kibibytes: number) =>
    `checks are red: the note with the results is larger than ${kibibytes} KiB`,
  noteAuthorUnknown: 'checks are red: git doesn’t say who wrote the note with the results',
  noteLineInvalid: (line: string) => `checks are red: a line of the note can’t be read: ${line}`,
  commandStopped: (command: string) =>
    `checks are red: the service was stopped while ${command} ran. Move the card again.`,
  checkRed: (name: string, detail: string) =>
    `checks are red: ${name} failed${detail ? `: ${detail}` : ''}`,
  commandFailed: (command: string, code: number) =>
    `checks are red: ${command} ended with code ${code}`,
  commandNotStarted: (program: string) => `checks are red: ${program} couldn’t be started`,
  commandTimedOut: (command: string, seconds: number) =>
    `checks are red: ${command} took longer than ${seconds} s`,
  remoteRefused: (reason: string) => `the remote refused the push: ${reason}`,

  // Other answers: nothing was changed.
  failed: (reason: string) => `git couldn’t make the promotion: ${reason}`,
  notOpen:
    'The service was started without this board’s repository (--repo), so its cards can’t be moved.',
  checksPending: (names: readonly string[]) =>
    names.length > 0
      ? `checks have no result yet: ${names.join(', ')}`
      : 'no check has a result for the newest commit yet',
  commandRunning: (command: string) => `Checks are running: ${command}`,
  alreadyRunning: 'checks are still running for this card',
  commandNotAllowed: (command: string) =>
    `This board’s checks run “${command}” on the service’s machine, which its operator hasn’t allowed (--allow-check-command).`,
  revertConflicts: (branch: string, files: readonly string[], more: number) =>
    `The card can’t be taken out of ${branch}, because later work builds on it in ${files.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Nothing was changed.`,
  mergeUnknown: (branch: string) =>
    `git can’t merge the card into ${branch}, or takes too long. Merge it there with git merge, or run git fsck. Nothing was changed.`,
  removalUnknown: (branch: string) =>
    `git can’t take the card out of ${branch}, or takes too long. Find its commits with git log ${branch}, and revert them there with git revert.`,
  wouldLeavePart: (branch: string, files: readonly string[], more: number) =>
    `${branch} would get only a part of the card${inFiles(files, more)}. Merge ${branch} into the card’s branch, and try again. Nothing was changed.`,
  wouldStayPartly: (branch: string, files: readonly string[], more: number) =>
    `A part of the card would stay in ${branch}${inFiles(files, more)}. Take it out there with git revert. Nothing was changed.`,
  wouldChangeOthers: (branch: string, numbers: readonly number[]) => {
    const cards = numbers.map((number) => `#${number}`).join(', ')
    return `Without this card, ${branch} would lack a part of ${cards}, which builds on it. Move ${cards} back first. Nothing was changed.`
  },
  notInColumn: (column: string) =>
    `${column} doesn’t have the changes of this card, so it can’t be moved back there. Choose an earlier column.`,
  defaultBranchGone: (branch: string) =>
    `The repository has no branch ${branch}, from which .board.json is read. Restore it, or name another one with --default-branch.`,
  releasesMove: (pattern: string) =>
    `Releases decide what is here: nobody moves a card in or out. Tag a commit that has the card with a name like ${pattern}, or revert the card on the branches.`,
  released: (release: string) =>
    `The release ${release} has the card, and stays as it is. Revert its changes on the branches instead, and make a new release.`,
  branchMissing: (branch: string) => `The repository has no branch ${branch}.`,
  cardBranchMissing: 'The repository has no branch or commit for this card any more.',
  checkedOut: (branch: string, path: string) =>
    `${branch} is checked out in ${path}, so it wasn’t changed. Switch that work tree to another branch, or start with --update-worktree.`,
  rebased: (branch: string, path: string) =>
    `${branch} is being rebased or bisected in ${path}, so it wasn’t changed. Finish or abort that first.`,
  workTreeDirty: (branch: string, path: string) =>
    `${branch} is checked out in ${path}, which has changes that aren’t committed. Commit or stash them first.`,
  workTreeFailed: (paths: string) =>
    `The files in ${paths} couldn’t be updated, so nothing was moved. Check the work tree with git status.`,
  locked: (file: string) =>
    `Another git process has locked ${file}. If no git process is running there, delete that file.`,
  busy: 'The repository changed during the move. Nothing was moved. Try again.',
  remoteUnreachable: (reason: string) =>
    `The remote can’t be reached, so the move isn’t confirmed: ${reason}`,
  stopping: 'the service is stopping',
  noAnswerWithin: (seconds: number) => `there was no answer within ${seconds} s`,
  moveTookTooLong: (seconds: number) =>
    `The repository didn’t respond within ${seconds} s, so nothing was moved. Try again.`,
  checksBusy: 'Too many checks are waiting, so nothing was moved. Try again later.',
  configChanged: '.board.json changed during the move. Nothing was moved. Load the board again.',
  unreadable: 'The repository can’t be read right now, so nothing was moved.',
  publishFailed:
    'Publishing a promotion failed, so it’s unknown whether the card was moved. The next sync finds out.',

  // Startup.
  opened: (name: string, source: string) => `Board “${name}” over ${source}`,
  ownerLink: 'Sign-in link of the owner key, shown once (treat it like a password):',
  revertSubject: (subject: string) => `Revert "${subject}"`,
  // A forge would take "#12" for its own number 12.
  mergeSubject: (name: string, number: number, branch: string) =>
    `Merge ${name} into ${branch} (card ${number})`,
  squashSubject: (title: string, number: number) => `${title} (card ${number})`,
  restSubject: (name: string, number: number, branch: string) =>
    `Bring the rest of ${name} into ${branch} (card ${number})`,
} as const

function inFiles(files: readonly string[], more: number): string {
  return files.length > 0 ? `: ${fileList(files, more)}` : ''
}

function fileList(files: readonly string[], more: number): string {
  return `${files.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
