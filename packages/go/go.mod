module punctual.example/punctual

go 1.24
