/** Only for "localhost", for a hundred years; it protects nothing but test servers. */
export const localhostCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNXCopDLLYoAEWtPo
wqaGujK6QB8IZhD/UhDDmkwoSs6hRANCAAS5Vscvrf8PDjWYLb//dlkIK7BHsJ4h
xuBPcJhq5imMrqWhQhgndTbkKHHKC0nrpVz0YxdVvtnmG5gkpBkdvE1u
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUfPXbdvc+WcExeY3tYli15EkmatYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjEwMjU0NVoYDzIxMjYxMDI5
MTAyNTQ1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS5Vscvrf8PDjWYLb//dlkIK7BHsJ4hxuBPcJhq5imMrqWhQhgndTbk
KHHKC0nrpVz0YxdVvtnmG5gkpBkdvE1uo2kwZzAdBgNVHQ4EFgQUoC4Fse5k2DDk
xjo9vjkK6zeNqGQwHwYDVR0jBBgwFoAUoC4Fse5k2DDkxjo9vjkK6zeNqGQwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgLqabAw3/SZi5/mc+jZGFYy97pV+iDHWlIZRKn0+SxOwCIQDmgHg85Z3x
reFVhaWW3bwDKfEqZRu/myJbjLhV5zeBwg==
-----END CERTIFICATE-----`,
};
