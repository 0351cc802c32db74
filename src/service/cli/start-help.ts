import { DATA_DEFAULT, PROGRAMS } from '../messages/command-names.ts'

/** Printed by npm start -- --help. */
export const START_HELP = `Usage: ${PROGRAMS.start} [options]

Serves the app and a board service.

  --port 4173           port to listen on                     PORT
  --host 127.0.0.1      address to listen on                  HOST
  --data DIR            ${`directory of the store ${DATA_DEFAULT}`.padEnd(38)}BOARD_DATA
                        A PostgreSQL database is used         DATABASE_URL
                        instead if its URL is set.
  --empty               don’t add the demo to an empty        BOARD_EMPTY=1
                        store
  --demo-cards N        create N generated cards in 12        BOARD_DEMO_CARDS
                        columns on the main demo board
  --scripted-demo       no git repository behind the demo     BOARD_SCRIPTED_DEMO=1
  --show-links          print the sign-in links of the demo   BOARD_SHOW_LINKS=1
                        keys again
  --open                open the board in your browser
  --cors ORIGIN         allow requests to the service from    BOARD_CORS
                        this origin (repeat for several;
                        use commas in the variable)
  --writes-per-minute N limit for each key (120)              BOARD_WRITES_PER_MINUTE
  --loads-per-minute N  limit for each key (600)              BOARD_LOADS_PER_MINUTE
  --max-waiting N       loads that wait for a change (5000)   BOARD_MAX_WAITING

  --repo PATH|URL       show a git repository, with branches  BOARD_REPO
                        as cards (repeat for several; use
                        commas in the variable)
  --default-branch NAME the branch that has .board.json, if   BOARD_DEFAULT_BRANCH
                        it can’t be determined
  --min-role ROLE       lowest role for moves into all        BOARD_MIN_ROLE
                        columns, or BRANCH=ROLE for one,
                        whatever .board.json says
  --allow-check-command run the check command of .board.json  BOARD_ALLOW_CHECK_COMMAND=1
                        on this machine
  --check-runner PROG   program that runs the check command,  BOARD_CHECK_RUNNER
                        such as a container
  --update-worktree     update a clean work tree whose branch BOARD_UPDATE_WORKTREE=1
                        is promoted
  --forge KIND          read pull requests and checks from    BOARD_FORGE
                        github, gitlab, or gitea (Forgejo)
  --forge-url URL       where the forge is, if the host of    BOARD_FORGE_URL
                        the repository doesn’t say
  --forge-project NAME  the project there, such as team/app   BOARD_FORGE_PROJECT
  --forge-token-file F  file with the token that reads them   FORGE_TOKEN_FILE
                        The token itself is read from         FORGE_TOKEN,
                        the secret of web hooks from          FORGE_WEBHOOK_SECRET

  --service URL         use another board service instead     BOARD_SERVICE_URL
                        of the embedded one
  --insecure-upstream   allow a --service URL with http:      BOARD_INSECURE_UPSTREAM=1
                        that is not on this machine

  --public-url URL      the URL that people open, through     BOARD_PUBLIC_URL
                        a proxy with TLS
  --trust-proxy         take the client’s address from        BOARD_TRUST_PROXY=1
                        X-Forwarded-For
  --metrics-token TOKEN allow /metrics from other machines    BOARD_METRICS_TOKEN
                        with this token
  --log-level LEVEL     silent, error, warn, or info          BOARD_LOG_LEVEL
                        (info; warn on a terminal)
  --help                show this help
`
