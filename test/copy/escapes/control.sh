# Tries ways where there is no copy: `sh control.sh FOLDER`, with one way on each line of standard input. Says those that reached something.
# try.pl looks where it is first.
here=$(dirname "$0")
while read -r way; do
  before=$(wc -c <"$1/evidence")
  case $(perl "$here/try.pl" "$1" "$way") in
    reached:*) echo "$way" ;;
    *) for i in $(seq 200); do
        [ "$(wc -c <"$1/evidence")" -gt "$before" ] && echo "$way" && break
        sleep 0.05
      done ;;
  esac
  # What one has touched is not taken for the next one's.
  sleep 0.15
done
