#!/usr/bin/env bash
# Builds the image where there is no Docker engine and no registry of images: buildah runs the Dockerfile over a Debian of
# debootstrap, which stands for both base images. Needs root and the packages of Debian or Ubuntu; takes about four minutes.
# It shows nothing of Alpine: apk and adduser are stand-ins, and musl is not tried.
set -euo pipefail
cd "$(dirname "$0")/.."
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
image=localhost/faxsim-local
work=$(mktemp -d -t faxsim-image.XXXX)
trap clean_up EXIT

clean_up() {
  rm -rf "$work"
  buildah rmi --force "$image-base" "$image-base-build" >/dev/null 2>&1 || true # where the build came so far
}

# The programs that build, and those that the Dockerfile takes from Alpine.
install_tools() {
  local tool missing=()
  for tool in buildah debootstrap; do command -v "$tool" >/dev/null || missing+=("$tool"); done
  [ ${#missing[@]} = 0 ] && return
  apt-get -qq update
  DEBIAN_FRONTEND=noninteractive apt-get -qq --yes --no-install-recommends install "${missing[@]}" >/dev/null
}

# The mirror of the distribution, "debian" or "ubuntu", from which this machine installs; without one, debootstrap knows its own.
mirror() {
  grep -rhoE '^(deb|URIs:) +(\[[^]]*\] +)?[^ ]+' /etc/apt/sources.list /etc/apt/sources.list.d 2>/dev/null |
    awk '{ print $NF }' | grep -m 1 "/$1/*$" || true
}

stand_in() {
  printf '#!/bin/sh\n%s\n' "$2" >"$base/usr/local/bin/$1"
  chmod +x "$base/usr/local/bin/$1"
}

# A Debian with this machine's node and npm, and with the names by which the Dockerfile calls the programs of Alpine.
make_base() {
  local from release
  read -r -a release < <(. /etc/os-release && echo "$VERSION_CODENAME $(mirror "$ID")")
  base=$work/base
  debootstrap --variant=minbase --include=libstdc++6,tini,busybox,ca-certificates \
    "${release[0]}" "$base" "${release[@]:1}" \
    >"$work/debootstrap.log" || { tail -n 5 "$work/debootstrap.log" >&2; return 1; }
  stand_in apk 'exit 0'
  stand_in adduser 'id node >/dev/null 2>&1 || useradd -M -u 1000 node'
  ln -s /usr/bin/tini "$base/usr/local/bin/tini"
  ln -s /bin/busybox "$base/usr/local/bin/wget"
  from=$(readlink -f "$(command -v npm)")
  mkdir -p "$base/usr/local/lib/node_modules"
  cp -r "${from%/bin/*}" "$base/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$base/usr/local/bin/npm"
  cp "$(readlink -f "$(command -v node)")" "$base/usr/local/bin/node"
}

# Saves the base twice: the one of the build also has the variables by which npm reaches its registry from this machine.
save_bases() {
  local container name
  tar -C "$base" -cf "$work/base.tar" .
  container=$(buildah from scratch)
  buildah add -q "$container" "$work/base.tar" / >/dev/null
  buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  buildah commit -q "$container" "$image-base" >/dev/null
  for name in $(compgen -e | grep -iE '^(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|https?_proxy|no_proxy|npm_config_.*)$'); do
    buildah config --env "$name=${!name}" "$container"
  done
  buildah commit -q "$container" "$image-base-build" >/dev/null
  buildah rm "$container" >/dev/null
}

# The files by which npm reaches its registry. The build sees them, and the image has none.
build_image() {
  local file volumes=()
  for file in "$(npm config get globalconfig)" "$(npm config get userconfig)" \
    "${NODE_EXTRA_CA_CERTS:-}" "${SSL_CERT_FILE:-}"; do
    [ ! -f "$file" ] || volumes+=(--volume "$file:$file:ro")
  done
  sed 's/ --start-interval=[^ ]*//' Dockerfile >"$work/Dockerfile" # which buildah does not know
  buildah bud -q --pull=never --format docker --file "$work/Dockerfile" --tag "$image" "${volumes[@]}" \
    --build-arg "NODE_IMAGE=$image-base-build" --build-arg "ALPINE_IMAGE=$image-base" . >/dev/null
}

install_tools
make_base
save_bases
build_image
cat <<END
Built $image in $SECONDS s. It starts so:
  export STORAGE_DRIVER=$STORAGE_DRIVER BUILDAH_ISOLATION=$BUILDAH_ISOLATION
  buildah run \$(buildah from --pull=never $image) -- tini -- node dist/main.cjs --host 127.0.0.1
END
